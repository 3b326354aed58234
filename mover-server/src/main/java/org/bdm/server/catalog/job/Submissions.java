package org.bdm.server.catalog.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Takes new jobs. A job is there with all its items, or not at all; it is QUEUED when its future completes. */
public final class Submissions {
    /** Most items of {@link #submit}. */
    public static final int ITEMS_AT_ONCE_MAX = 10_000;

    private final CatalogParts parts;

    public Submissions(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * A job with 1 to {@link #ITEMS_AT_ONCE_MAX} items, kept in one transaction. Never waits for room in the queue.
     *
     * <p>The future fails with IDEMPOTENCY_KEY_REUSED (same key, other body), TOO_MANY_REQUESTS if the queue of the committer is full, or
     * CATALOG_UNAVAILABLE.
     *
     * @throws MoverException DUPLICATE_DESTINATION, which names both items; TOO_LARGE
     */
    public CompletableFuture<Submission> submit(
            JobRequest request, List<SubmittedItem> items, @Nullable Idempotency idempotency) {
        List<SubmittedItem> kept = List.copyOf(items);
        if (kept.isEmpty()) throw new MoverException(ErrorCode.INVALID_REQUEST, "the job has no items");
        if (kept.size() > ITEMS_AT_ONCE_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, kept.size() + " items at once are over " + ITEMS_AT_ONCE_MAX);
        }
        refuseDuplicates(kept);
        JobExports exports = JobExports.of(kept);
        return parts.write(kept.size() + 4, work -> {
            Optional<JobId> known = repeated(work.sql(), request.owner(), idempotency);
            if (known.isPresent()) return new Submission(known.get(), true);
            JobId job = SubmissionRows.insertJob(work, request, JobState.QUEUED, null);
            if (idempotency != null) SubmissionRows.setKey(work, job, idempotency);
            SubmissionRows.insertItems(work, job, 0, kept);
            SubmissionRows.setItemCount(work, job, kept.size());
            exports.insert(work, job);
            SubmissionRows.announce(work, job, request, kept.size());
            return new Submission(job, false);
        });
    }

    /**
     * A job without items, whose work is kept elsewhere in the catalog: as {@link #submit}.
     *
     * @param exports that it writes to
     * @param rows that {@code beside} writes at most
     * @param beside writes what the job is to do, in the same transaction; what it throws refuses the job
     */
    public CompletableFuture<Submission> submitBare(
            JobRequest request,
            List<String> exports,
            @Nullable Idempotency idempotency,
            int rows,
            BiConsumer<ChangeWork, JobId> beside) {
        return parts.write(rows + exports.size() + 4, work -> {
            Optional<JobId> known = repeated(work.sql(), request.owner(), idempotency);
            if (known.isPresent()) return new Submission(known.get(), true);
            JobId job = SubmissionRows.insertJob(work, request, JobState.QUEUED, null);
            if (idempotency != null) SubmissionRows.setKey(work, job, idempotency);
            JobExports.named(exports).insert(work, job);
            beside.accept(work, job);
            SubmissionRows.announce(work, job, request, 0);
            return new Submission(job, false);
        });
    }

    /**
     * Begins a job whose items come as a stream; nobody sees it before {@link Reception#finish}, and it has no number before it is whole or
     * too long to be kept in memory.
     */
    public Reception receive(JobRequest request) {
        return new Reception(parts, request);
    }

    /** The job that has this key already; refuses the key if the body is another one. */
    static Optional<JobId> repeated(Statements sql, String owner, @Nullable Idempotency idempotency) {
        if (idempotency == null) return Optional.empty();
        return sql.one(
                "SELECT job_no, body_sha256, deleted_at FROM job WHERE owner = ? AND idempotency_key = ?",
                (row, at) -> {
                    JobId job = new JobId(row.getLong("job_no"));
                    refuseIfDeleted(job, Statements.instant(row, "deleted_at"), idempotency);
                    Checksum body = new Checksum(ChecksumAlgorithm.SHA256, row.getBytes("body_sha256"));
                    if (body.equals(idempotency.bodySha256())) return job;
                    throw new MoverException(
                            ErrorCode.IDEMPOTENCY_KEY_REUSED,
                            "the idempotency key '" + idempotency.key() + "' belongs to another request, " + job);
                },
                owner,
                idempotency.key());
    }

    /** A repeated request must not start again what somebody deleted. */
    private static void refuseIfDeleted(JobId job, @Nullable Instant deletedAt, Idempotency idempotency) {
        if (deletedAt == null) return;
        throw new MoverException(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                "the idempotency key '" + idempotency.key() + "' belongs to " + job + ", which was deleted at "
                        + deletedAt);
    }

    static void refuseDuplicates(List<SubmittedItem> items) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int number = 0; number < items.size(); number++) {
            Integer before = numbers.putIfAbsent(items.get(number).destination(), number);
            if (before != null)
                throw duplicate(before, number, items.get(number).destination());
        }
    }

    static MoverException duplicate(int first, int second, String destination) {
        return new MoverException(
                ErrorCode.DUPLICATE_DESTINATION,
                "entries " + (first + 1) + " and " + (second + 1) + " both have the destination " + destination);
    }
}
