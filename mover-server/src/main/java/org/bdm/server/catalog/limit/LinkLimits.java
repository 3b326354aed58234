package org.bdm.server.catalog.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** The limits of links, and what each node takes over them. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class LinkLimits {
    private static final int ROWS_MAX = 10_000;

    private static final RowMapper<LinkLimit> ROW = (row, at) -> new LinkLimit(
            row.getString("source"),
            row.getLong("bytes_per_second"),
            row.getInt("streams"),
            row.getInt("files"),
            row.getString("note"),
            row.getString("changed_by"),
            Statements.instantOf(row, "changed_at"));

    private static final RowMapper<LinkUse> USE = (row, at) -> new LinkUse(
            row.getLong("node_no"),
            row.getLong("job_no"),
            row.getString("source"),
            row.getString("into_export"),
            row.getInt("whole") == 1,
            row.getInt("sessions"),
            row.getInt("weight"),
            row.getInt("streams"),
            row.getLong("bytes_per_second"),
            row.getLong("demand"),
            row.getLong("job_part"));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public LinkLimits(CatalogParts parts) {
        this.parts = parts;
    }

    /** Grows with every change of a limit, whichever process made it. */
    public long version() {
        return parts.read(sql ->
                sql.number("SELECT SUM(version) FROM shared_version WHERE name IN ('limits', 'data-node-hosts')"));
    }

    /** All limits by source, at most 10,000. */
    public List<LinkLimit> all() {
        return parts.read(sql -> sql.list("SELECT * FROM link_limit ORDER BY source LIMIT ?", ROW, ROWS_MAX));
    }

    /** The limit of the link from this source. */
    public Optional<LinkLimit> find(String source) {
        return parts.read(sql -> found(sql, source));
    }

    private static Optional<LinkLimit> found(Statements sql, String source) {
        return sql.one("SELECT * FROM link_limit WHERE source = ?", ROW, source);
    }

    /** Sets the limit of a link, or parts of it. */
    public CompletableFuture<LinkLimit> set(LinkLimitChange change) {
        return parts.write(2, work -> {
            countChange(work); // first: another process that changes the same limit waits here
            return set(work, change);
        });
    }

    private static LinkLimit set(ChangeWork work, LinkLimitChange change) {
        Optional<LinkLimit> before = found(work.sql(), change.source());
        Long rate = change.bytesPerSecondMax();
        Integer streams = change.streamsMax();
        Integer files = change.filesMax();
        String note = change.note();
        @Nullable Object[] row = {
            rate != null ? rate : before.map(LinkLimit::bytesPerSecondMax).orElse(0L),
            streams != null ? streams : before.map(LinkLimit::streamsMax).orElse(0),
            files != null ? files : before.map(LinkLimit::filesMax).orElse(0),
            note != null ? note : before.map(LinkLimit::note).orElse(""),
            Statements.cut(change.changedBy(), 200),
            work.now(),
            change.source()
        };
        String sql = before.isPresent()
                ? "UPDATE link_limit SET bytes_per_second = ?, streams = ?, files = ?, note = ?, changed_by = ?,"
                        + " changed_at = ? WHERE source = ?"
                : "INSERT INTO link_limit (bytes_per_second, streams, files, note, changed_by, changed_at, source)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        work.sql().update(sql, row);
        return found(work.sql(), change.source()).orElseThrow();
    }

    /** Removes the limit of a link; gives whether there was one. */
    public CompletableFuture<Boolean> remove(String source) {
        return parts.write(2, work -> {
            boolean wasThere = work.sql().update("DELETE FROM link_limit WHERE source = ?", source) > 0;
            if (wasThere) countChange(work);
            return wasThere;
        });
    }

    static void countChange(ChangeWork work) {
        work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'limits'");
    }

    /** Replaces what this node told before of its use; not forced to disk. The node in the rows does not count. */
    public void tell(List<LinkUse> own) {
        parts.database().transact(sql -> {
            long now = parts.leaseTime(sql).toEpochMilli();
            sql.update("DELETE FROM link_use WHERE node_no = ?", parts.node());
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (LinkUse use : own) {
                rows.add(new Object[] {
                    parts.node(),
                    use.job(),
                    Statements.cut(use.source(), LinkLimit.SOURCE_LENGTH_MAX),
                    use.export(),
                    use.isWhole() ? 1 : 0,
                    use.sessions(),
                    use.weight(),
                    use.streams(),
                    use.bytesPerSecond(),
                    use.demand(),
                    use.jobPart(),
                    now
                });
            }
            return sql.batch(
                            "INSERT INTO link_use (node_no, job_no, source, into_export, whole, sessions, weight, streams,"
                                    + " bytes_per_second, demand, job_part, at_ms)"
                                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            rows)
                    .length;
        });
    }

    /** Returns the use that the other nodes told, not longer ago than this. */
    public List<LinkUse> ofOthers(Duration longestAgo) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM link_use WHERE node_no <> ? AND at_ms >= ? ORDER BY node_no, job_no, source LIMIT "
                        + ROWS_MAX,
                USE,
                parts.node(),
                parts.leaseTime(sql).minus(longestAgo).toEpochMilli()));
    }
}
