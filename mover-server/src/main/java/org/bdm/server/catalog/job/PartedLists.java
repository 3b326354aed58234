package org.bdm.server.catalog.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.jspecify.annotations.Nullable;

/**
 * Takes jobs whose list arrives in several requests, over any nodes: everything about them is in the catalog. The job is visible from its
 * beginning, in the state {@link JobState#RECEIVING_PARTS}, and its work begins when the list is complete. Any thread that may block.
 */
public final class PartedLists {
    private final CatalogParts parts;

    public PartedLists(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Stores a job without items; its list follows. The future fails with IDEMPOTENCY_KEY_REUSED (same key, other body), TOO_MANY_REQUESTS if the
     * queue of the committer is full, or CATALOG_UNAVAILABLE.
     */
    public CompletableFuture<Submission> begin(JobRequest request, @Nullable Idempotency idempotency) {
        return parts.write(4, work -> {
            Optional<JobId> known = Submissions.repeated(work.sql(), request.owner(), idempotency);
            if (known.isPresent()) return new Submission(known.get(), true);
            JobId job = SubmissionRows.insertJob(work, request, JobState.RECEIVING_PARTS, null);
            if (idempotency != null) SubmissionRows.setKey(work, job, idempotency);
            work.sql()
                    .update(
                            "UPDATE job SET list_part_ms = ? WHERE job_no = ?",
                            work.now().toEpochMilli(),
                            job.number());
            return new Submission(job, false);
        });
    }

    /**
     * Begins to take a part.
     *
     * @param from number of its first entry in the whole list, from 0
     * @throws MoverException UNKNOWN_JOB; ILLEGAL_STATE if the job takes no entries, or if entries before {@code from} are missing
     */
    public ListPart part(JobId job, int from) {
        Job found = parts.read(sql -> JobRows.visible(sql, job))
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
        if (found.state() == JobState.CANCELLED || found.isCancelling()) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, job + " was cancelled and takes no entries");
        }
        if (from < 0 || from > found.itemCount()) throw ListPart.missing(job, found.itemCount(), from);
        return new ListPart(parts, found, from);
    }

    /** Returns jobs whose list has got no entry since {@code before} and is not complete, oldest first. */
    public List<JobId> abandoned(Instant before, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT job_no FROM job WHERE state = ? AND list_part_ms < ? ORDER BY job_no LIMIT ?",
                (row, at) -> new JobId(row.getLong(1)),
                JobState.RECEIVING_PARTS.code(),
                before.toEpochMilli(),
                CatalogParts.checkedRows(rowsMax)));
    }
}
