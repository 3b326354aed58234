package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Durable;
import org.jspecify.annotations.Nullable;

/** A job that is being received. Belongs to one thread, which it blocks when the committer is behind; closed without finish it is swept. */
public final class Reception implements AutoCloseable {
    private final CatalogParts parts;
    private final JobRequest request;
    private final List<SubmittedItem> items = new ArrayList<>();
    private final JobExports exports = new JobExports();
    private final DestinationHashes hashes = new DestinationHashes();
    private final List<Note> notes = new ArrayList<>();
    private int unknownDatasets;
    private CompletableFuture<Void> lastWrite = CompletableFuture.completedFuture(null);
    private @Nullable JobId job; // of a list that is longer than one transaction takes; null before
    private int written;
    private boolean isEnded;

    Reception(CatalogParts parts, JobRequest request) {
        this.parts = parts;
        this.request = request;
    }

    /** A change that is written in the transaction that makes a job visible: both are there, or neither. */
    @FunctionalInterface
    public interface WithJob {
        /** Writes it, on the committer's thread; what it throws refuses the job too. */
        void write(ChangeWork work, JobId job);
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
        JobId begun = begun();
        lastWrite = parts.writeWaiting(group.size(), work -> {
            SubmissionRows.insertItems(work, begun, from, group);
            SubmissionRows.setItemCount(work, begun, from + group.size());
            return null;
        });
        written += group.size();
        items.clear();
    }

    private JobId begun() {
        JobId known = job;
        if (known != null) return known;
        JobId begun = Durable.await(parts.writeWaiting(
                2, work -> SubmissionRows.insertJob(work, request, JobState.RECEIVING, parts.node())));
        job = begun;
        return begun;
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
        JobId begun = job;
        Submission submission = begun == null ? finishShort(idempotency, also) : finishLong(begun, idempotency, also);
        isEnded = !submission.isRepeated();
        return submission;
    }

    /** All of it in one transaction: what is refused takes no number. */
    private Submission finishShort(@Nullable Idempotency idempotency, @Nullable WithJob also) {
        if (items.isEmpty()) throw new MoverException(ErrorCode.INVALID_REQUEST, "the job has no items");
        Submissions.refuseDuplicates(items);
        List<SubmittedItem> kept = List.copyOf(items);
        return Durable.await(parts.writeWaiting(kept.size() + 5 + notes.size(), work -> {
            Optional<JobId> known = Submissions.repeated(work.sql(), request.owner(), idempotency);
            if (known.isPresent()) return new Submission(known.get(), true);
            JobId whole = SubmissionRows.insertJob(work, request, JobState.QUEUED, null);
            SubmissionRows.insertItems(work, whole, 0, kept);
            return made(work, whole, kept.size(), idempotency, also);
        }));
    }

    private Submission finishLong(JobId begun, @Nullable Idempotency idempotency, @Nullable WithJob also) {
        if (!items.isEmpty()) write();
        Durable.await(lastWrite);
        new DuplicateDestinations(parts, begun).refuse(hashes);
        return Durable.await(parts.writeWaiting(4 + notes.size(), work -> {
            Optional<JobId> known = Submissions.repeated(work.sql(), request.owner(), idempotency);
            if (known.isPresent()) return new Submission(known.get(), true);
            work.sql()
                    .update(
                            "UPDATE job SET state = ?, received_by = NULL WHERE job_no = ? AND state = ?",
                            JobState.QUEUED.code(),
                            begun.number(),
                            JobState.RECEIVING.code());
            return made(work, begun, written, idempotency, also);
        }));
    }

    /** Adds all that a job has from its begin, in the transaction that makes it visible. */
    private Submission made(
            ChangeWork work, JobId whole, int count, @Nullable Idempotency idempotency, @Nullable WithJob also) {
        if (idempotency != null) SubmissionRows.setKey(work, whole, idempotency);
        SubmissionRows.setItemCount(work, whole, count);
        exports.insert(work, whole);
        if (unknownDatasets > 0) {
            work.sql().update("UPDATE job SET unknown_datasets = ? WHERE job_no = ?", unknownDatasets, whole.number());
        }
        SubmissionRows.announce(work, whole, request, count);
        notes.forEach(note -> Events.add(work, whole, note.code(), note.text(), "{}"));
        if (also != null) also.write(work, whole);
        return new Submission(whole, false);
    }

    /** Sweeps what was received, unless it became a job; waits until it is gone. */
    @Override
    public void close() {
        hashes.close();
        JobId begun = job;
        if (isEnded || begun == null) return;
        isEnded = true;
        while (!Durable.await(
                parts.writeWaiting(Submissions.ITEMS_AT_ONCE_MAX, work -> SubmissionRows.sweep(work, begun)))) {
            // the next part
        }
    }
}
