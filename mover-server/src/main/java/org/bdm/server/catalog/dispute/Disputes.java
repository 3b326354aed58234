package org.bdm.server.catalog.dispute;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;
import org.jspecify.annotations.Nullable;

/** Files whose copies contradict the published digest. Any thread that may block. */
public final class Disputes {
    private static final int LOCATIONS_LENGTH_MAX = 40_000;

    private final CatalogParts parts;

    public Disputes(CatalogParts parts) {
        this.parts = parts;
    }

    /** Keeps a new dispute; one that is there for the same file stays as it is. The future gives its number. */
    public CompletableFuture<Long> open(Dispute dispute) {
        return parts.write(1, work -> {
            Optional<Long> known = work.sql()
                    .one(
                            "SELECT dispute_no FROM dispute WHERE file_id = ?",
                            (row, at) -> row.getLong(1),
                            dispute.file().number());
            return known.orElseGet(() -> insert(work, dispute));
        });
    }

    private static long insert(ChangeWork work, Dispute dispute) {
        return work.sql()
                .insert(
                        "INSERT INTO dispute (file_id, job_no, export, destination, kept_as, size, modified_ms, published,"
                                + " found, locations, state, opened_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        "dispute_no",
                        dispute.file().number(),
                        FileNumber.job(dispute.file()).number(),
                        Endpoint.parse(dispute.destination()).export().value(),
                        dispute.destination(),
                        dispute.keptAs(),
                        dispute.size(),
                        dispute.modified().toEpochMilli(),
                        DigestColumns.text(dispute.published()),
                        DigestColumns.text(List.of(dispute.found())),
                        joined(dispute.locations()),
                        DisputeState.OPEN.code(),
                        work.now());
    }

    /** As many as fit: two are what it takes. */
    private static String joined(List<String> locations) {
        StringBuilder text = new StringBuilder();
        for (String location : locations) {
            if (text.length() + location.length() + 1 > LOCATIONS_LENGTH_MAX) break;
            if (!text.isEmpty()) text.append('\n');
            text.append(location);
        }
        return text.toString();
    }

    /** Disputes by number, beginning after {@code afterNumber}; at most {@code rowsMax}. */
    public List<Dispute> after(long afterNumber, @Nullable DisputeState state, int rowsMax) {
        int limit = CatalogParts.checkedRows(rowsMax);
        if (state == null) {
            return parts.read(sql -> sql.list(
                    "SELECT * FROM dispute WHERE dispute_no > ? ORDER BY dispute_no LIMIT ?",
                    Disputes::row,
                    afterNumber,
                    limit));
        }
        return parts.read(sql -> sql.list(
                "SELECT * FROM dispute WHERE state = ? AND dispute_no > ? ORDER BY state, dispute_no LIMIT ?",
                Disputes::row,
                state.code(),
                afterNumber,
                limit));
    }

    /** The dispute with this number. */
    public Optional<Dispute> find(long number) {
        return parts.read(sql -> sql.one("SELECT * FROM dispute WHERE dispute_no = ?", Disputes::row, number));
    }

    /** The dispute about this file. */
    public Optional<Dispute> of(FileId file) {
        return parts.read(sql -> sql.one("SELECT * FROM dispute WHERE file_id = ?", Disputes::row, file.number()));
    }

    /** Writes what was decided; fails with NOT_FOUND, or ILLEGAL_STATE if it was decided before. */
    public CompletableFuture<Dispute> decide(long number, DisputeState as, String by, String remark) {
        return parts.write(1, work -> {
            int changed = work.sql()
                    .update(
                            "UPDATE dispute SET state = ?, decided_at = ?, decided_by = ?, remark = ?"
                                    + " WHERE dispute_no = ? AND state = ?",
                            as.code(),
                            work.now(),
                            by,
                            Statements.cut(remark, 2000),
                            number,
                            DisputeState.OPEN.code());
            Dispute now = work.sql()
                    .one("SELECT * FROM dispute WHERE dispute_no = ?", Disputes::row, number)
                    .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no dispute " + number));
            if (changed == 0) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE, "dispute " + number + " was decided before: " + now.state());
            }
            return now;
        });
    }

    private static Dispute row(ResultSet row, int at) throws SQLException {
        Instant decidedAt = Statements.instant(row, "decided_at");
        return new Dispute(
                row.getLong("dispute_no"),
                new FileId(row.getLong("file_id")),
                row.getString("destination"),
                row.getString("kept_as"),
                row.getLong("size"),
                Instant.ofEpochMilli(row.getLong("modified_ms")),
                DigestColumns.digests(row.getString("published")),
                DigestColumns.digests(row.getString("found")).get(0),
                List.of(row.getString("locations").split("\n", -1)),
                DisputeState.ofCode(row.getInt("state")),
                Statements.instantOf(row, "opened_at"),
                decidedAt == null
                        ? null
                        : new Dispute.Decision(decidedAt, row.getString("decided_by"), row.getString("remark")));
    }
}
