package org.bdm.server.catalog.retention;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.file.CopyRows;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;

/**
 * Removes what nobody needs any more, in steps of at most {@value #ROWS_AT_ONCE} rows, so that nobody waits long behind one. Any thread that may
 * block.
 */
public final class ExpiredRows {
    private static final int ROWS_AT_ONCE = 1_000;

    private final CatalogParts parts;

    public ExpiredRows(CatalogParts parts) {
        this.parts = parts;
    }

    /** The first job, not before this one, of whose copies something was learnt; empty if there is none. */
    public Optional<JobId> jobWithCopies(JobId from) {
        long first = FileNumber.first(from);
        return parts.read(sql -> CopyRows.TABLES.stream()
                .flatMap(table -> CopyRows.keys(sql, table, first, Long.MAX_VALUE, 1).stream())
                .map(key -> FileNumber.job(new FileId(key.file())))
                .min(Comparator.comparingLong(JobId::number)));
    }

    /**
     * True if the copies of a job are of no more use: it is not there, or ended before.
     *
     * @param endedBefore for jobs that are there
     */
    public boolean isOver(JobId job, Instant endedBefore) {
        return parts.read(sql -> sql.one(
                        "SELECT state, ended_at FROM job WHERE job_no = ?",
                        (row, at) -> {
                            Instant ended = Statements.instant(row, "ended_at");
                            boolean isFinal =
                                    JobState.ofCode(row.getInt("state")).isFinal();
                            return isFinal && ended != null && ended.isBefore(endedBefore);
                        },
                        job.number())
                .orElse(true));
    }

    /** Forgets what was learnt of copies of a job that is over. Gives how many rows went; 0 at the end. */
    public CompletableFuture<Integer> forgetCopies(JobId job) {
        long first = FileNumber.first(job);
        return parts.write(ROWS_AT_ONCE, work -> {
            int rows = 0;
            for (String table : CopyRows.TABLES) {
                List<CopyRows.Key> keys =
                        CopyRows.keys(work.sql(), table, first, first + FileNumber.FILES_MAX - 1, ROWS_AT_ONCE / 2);
                CopyRows.delete(work.sql(), table, keys);
                rows += keys.size();
            }
            return rows;
        });
    }

    /** Forgets copies that were not missing since. Gives how many rows went; 0 at the end. */
    public CompletableFuture<Integer> forgetMissing(Instant lastSeenBefore) {
        return parts.write(ROWS_AT_ONCE, work -> {
            List<Long> hashes = work.sql()
                    .list(
                            "SELECT location_hash FROM missing_copy WHERE last_seen_ms < ?"
                                    + " ORDER BY last_seen_ms, location_hash LIMIT ?",
                            (row, at) -> row.getLong(1),
                            lastSeenBefore.toEpochMilli(),
                            ROWS_AT_ONCE);
            work.sql()
                    .batch(
                            "DELETE FROM missing_copy WHERE location_hash = ?",
                            hashes.stream().map(hash -> new Object[] {hash}).toList());
            return hashes.size();
        });
    }

    /** Forgets data nodes of which nothing was measured and no trouble counted since; there are few. */
    public CompletableFuture<Integer> forgetNodes(Instant before) {
        return parts.write(work -> work.sql()
                .update(
                        "DELETE FROM data_node_history WHERE (measured_ms IS NULL OR measured_ms < ?)"
                                + " AND (trouble_until_ms IS NULL OR trouble_until_ms < ?)",
                        before.toEpochMilli(),
                        before.toEpochMilli()));
    }
}
