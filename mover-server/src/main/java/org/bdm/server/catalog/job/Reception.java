package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Durable;
import org.jspecify.annotations.Nullable;

/** A job that is being received. Belongs to one thread, which it blocks when the committer is behind; closed without finish it is swept. */
public final class Reception implements AutoCloseable {
    private final CatalogParts parts;
    private final JobId job;
    private final JobRequest request;
    private final List<SubmittedItem> items = new ArrayList<>();
    private final JobExports exports = new JobExports();
    private final DestinationHashes hashes = new DestinationHashes();
    private final List<Note> notes = new ArrayList<>();
    private int unknownDatasets;
    private CompletableFuture<Void> lastWrite = CompletableFuture.completedFuture(null);
    private int written;
    private boolean isEnded;

    Reception(CatalogParts parts, JobId job, JobRequest request) {
        this.parts = parts;
        this.job = job;
        this.request = request;
    }

    /** An event that is there with the job. */
    private record Note(String code, String text) {}

    /** Adds an event that the job has from its begin. */
    public void note(String code, String text) {
        notes.add(new Note(code, text));
    }

    /** So many of the wanted datasets are skipped, since nobody knows them. */
    public void skipUnknown(int datasets) {
        unknownDatasets = datasets;
    }

    /** The id that the job will have. */
    public JobId job() {
        return job;
    }

    /** Number of items that were handed over. */
    public int received() {
        return written + items.size();
    }

    /**
     * Adds an item; every 10,000 are kept in one transaction.
     *
     * @throws MoverException CATALOG_FULL beyond the published limit of files per job
     */
    public void add(SubmittedItem item) {
        int limit = parts.database().dialect().filesPerJobMax();
        if (written + items.size() == limit) {
            throw new MoverException(ErrorCode.CATALOG_FULL, "a job has at most " + limit + " items here");
        }
        items.add(item);
        exports.add(item);
        hashes.add(item.destination());
        if (items.size() == Submissions.ITEMS_AT_ONCE_MAX) write();
    }

    private void write() {
        List<SubmittedItem> group = List.copyOf(items);
        int from = written;
        Durable.await(lastWrite);
        lastWrite = parts.writeWaiting(group.size(), work -> {
            SubmissionRows.insertItems(work, job, from, group);
            SubmissionRows.setItemCount(work, job, from + group.size());
            return null;
        });
        written += group.size();
        items.clear();
    }

    /**
     * Makes the job visible, durable when this returns.
     *
     * @throws MoverException as {@link Submissions#submit}, INVALID_REQUEST if there are no items; the job is gone then
     */
    public Submission finish(@Nullable Idempotency idempotency) {
        return finish(idempotency, null);
    }

    /**
     * As the other one, with another change in the same transaction.
     *
     * @throws MoverException also what that change is refused with; the job is gone then
     */
    public Submission finish(@Nullable Idempotency idempotency, @Nullable WithJob also) {
        if (!items.isEmpty()) write();
        Durable.await(lastWrite);
        if (written == 0) throw new MoverException(ErrorCode.INVALID_REQUEST, "the job has no items");
        new DuplicateDestinations(parts, job).refuse(hashes);
        Submission submission = Durable.await(parts.writeWaiting(4 + notes.size(), work -> {
            Optional<JobId> known = Submissions.repeated(work.sql(), request.owner(), idempotency);
            if (known.isPresent()) return new Submission(known.get(), true);
            if (idempotency != null) SubmissionRows.setKey(work, job, idempotency);
            SubmissionRows.setItemCount(work, job, written);
            exports.insert(work, job);
            work.sql()
                    .update(
                            "UPDATE job SET state = ?, received_by = NULL, unknown_datasets = ? WHERE job_no = ? AND state = ?",
                            JobState.QUEUED.code(),
                            unknownDatasets,
                            job.number(),
                            JobState.RECEIVING.code());
            SubmissionRows.announce(work, job, request, written);
            notes.forEach(note -> Events.add(work, job, note.code(), note.text(), "{}"));
            if (also != null) also.write(work, job);
            return new Submission(job, false);
        }));
        isEnded = !submission.isRepeated();
        return submission;
    }

    /** Sweeps what was received, unless it became a job; waits until it is gone. */
    @Override
    public void close() {
        hashes.close();
        if (isEnded) return;
        isEnded = true;
        while (!Durable.await(
                parts.writeWaiting(Submissions.ITEMS_AT_ONCE_MAX, work -> SubmissionRows.sweep(work, job)))) {
            // the next part
        }
    }
}
