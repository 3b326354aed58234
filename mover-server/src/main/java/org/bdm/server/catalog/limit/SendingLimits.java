package org.bdm.server.catalog.limit;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** The limits of what this site sends. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class SendingLimits {
    private static final int ROWS_MAX = 10_000;

    private static final RowMapper<SendingLimit> ROW = (row, at) -> new SendingLimit(
            row.getString("destination"),
            row.getLong("bytes_per_second"),
            row.getString("note"),
            row.getString("changed_by"),
            Statements.instantOf(row, "changed_at"));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public SendingLimits(CatalogParts parts) {
        this.parts = parts;
    }

    /** All by destination, at most 10,000. */
    public List<SendingLimit> all() {
        return parts.read(sql -> sql.list("SELECT * FROM sending_limit ORDER BY destination LIMIT ?", ROW, ROWS_MAX));
    }

    /** The limit of what is sent to this destination. */
    public Optional<SendingLimit> find(String destination) {
        return parts.read(sql -> found(sql, destination));
    }

    private static Optional<SendingLimit> found(Statements sql, String destination) {
        return sql.one("SELECT * FROM sending_limit WHERE destination = ?", ROW, destination);
    }

    /** Sets a limit, or parts of it; null leaves one as it is. */
    public CompletableFuture<SendingLimit> set(
            String destination, @Nullable Long bytesPerSecond, @Nullable String note, String changedBy) {
        return parts.write(2, work -> {
            Optional<SendingLimit> before = found(work.sql(), destination);
            String sql = before.isPresent()
                    ? "UPDATE sending_limit SET bytes_per_second = ?, note = ?, changed_by = ?, changed_at = ?"
                            + " WHERE destination = ?"
                    : "INSERT INTO sending_limit (bytes_per_second, note, changed_by, changed_at, destination)"
                            + " VALUES (?, ?, ?, ?, ?)";
            work.sql()
                    .update(
                            sql,
                            bytesPerSecond != null
                                    ? bytesPerSecond
                                    : before.map(SendingLimit::bytesPerSecondMax)
                                            .orElse(0L),
                            note != null ? note : before.map(SendingLimit::note).orElse(""),
                            Statements.cut(changedBy, 200),
                            work.now(),
                            destination);
            return found(work.sql(), destination).orElseThrow();
        });
    }

    /** Removes a limit; gives whether there was one. */
    public CompletableFuture<Boolean> remove(String destination) {
        return parts.write(
                1, work -> work.sql().update("DELETE FROM sending_limit WHERE destination = ?", destination) > 0);
    }
}
