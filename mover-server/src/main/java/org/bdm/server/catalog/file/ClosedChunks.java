package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;

/** Chunks that wait because the sources of their files are closed: outside their windows, under maintenance, or banned. Any thread that may block. */
public final class ClosedChunks {
    /** No file of the chunk waits for that. */
    static final int OPEN = 0;

    /** All open files do. */
    static final int ALL = 1;

    /** Some open files do. */
    static final int SOME = 2;

    private static final List<ErrorCode> CODES =
            List.of(ErrorCode.WINDOW_CLOSED, ErrorCode.SITE_MAINTENANCE, ErrorCode.SITE_BANNED);

    private static final String IS_CODE = " AND error_code IN ("
            + CODES.stream().map(code -> String.valueOf(code.number())).collect(Collectors.joining(", ")) + ")";

    private final CatalogParts parts;

    public ClosedChunks(CatalogParts parts) {
        this.parts = parts;
    }

    /** Returns how many files of the chunk wait because their sources are closed. */
    static long closedFiles(Statements sql, ChunkLease lease) {
        return sql.number(
                "SELECT COUNT(*) FROM file_exception WHERE file_id >= ? AND file_id <= ? AND state = ?" + IS_CODE,
                lease.first().number(),
                lease.last().number(),
                FileState.WAITING.code());
    }

    /** True if the job has chunks that are not done, nobody works on one, and in all of them every open file has closed sources. */
    public boolean isAll(JobId job) {
        return parts.read(sql -> count(sql, job, "closed = " + ALL) > 0 && count(sql, job, "closed <> " + ALL) == 0);
    }

    private static long count(Statements sql, JobId job, String which) {
        return sql.number(
                "SELECT COUNT(*) FROM file_chunk WHERE job_no = ? AND state IN (?, ?) AND " + which,
                job.number(),
                ChunkState.PENDING.code(),
                ChunkState.LEASED.code());
    }

    /** Chunks of the job in which every open file has closed sources, those first that can be leased first. They are not leased. */
    public List<ChunkLease> some(JobId job, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM file_chunk WHERE job_no = ? AND state = ? AND closed = ?"
                        + " ORDER BY available_ms, chunk_id LIMIT ?",
                (row, at) -> Chunks.lease(row, Instant.EPOCH),
                job.number(),
                ChunkState.PENDING.code(),
                ALL,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Lets the files of the job that wait for closed sources be looked at now: the rules have changed. */
    public CompletableFuture<Void> open(JobId job) {
        return parts.write(2, work -> {
            work.sql()
                    .update(
                            "UPDATE file_exception SET not_before_ms = 0 WHERE job_no = ? AND state = ? AND file_id >= ?"
                                    + " AND file_id < ?" + IS_CODE,
                            job.number(),
                            FileState.WAITING.code(),
                            FileNumber.first(job),
                            FileNumber.first(job) + FileNumber.FILES_MAX);
            work.sql()
                    .update(
                            "UPDATE file_chunk SET available_ms = 0, closed = 0 WHERE job_no = ? AND state = ?"
                                    + " AND closed <> 0",
                            job.number(),
                            ChunkState.PENDING.code());
            return null;
        });
    }
}
