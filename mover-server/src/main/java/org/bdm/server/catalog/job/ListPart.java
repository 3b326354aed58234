package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.KeyHash;

/**
 * One part of a list, while it is taken. Entries that are stored already are compared and skipped, so that a part may be repeated. Every
 * 10,000 entries are stored in one transaction, together with their number: what is stored when a part breaks off is a beginning of the list.
 * Belongs to one thread, which it blocks while the committer is behind.
 */
public final class ListPart {
    private final CatalogParts parts;
    private final JobId job;
    private final JobRequest request;
    private final boolean isComplete;
    private final StoredHashes storedHashes;
    private final List<SubmittedItem> items = new ArrayList<>();
    private final JobExports exports = new JobExports();
    private long[] hashes = new long[Submissions.ITEMS_AT_ONCE_MAX];
    private CompletableFuture<Void> lastWrite = CompletableFuture.completedFuture(null);
    private int stored; // handed to the committer, at least
    private int next;

    ListPart(CatalogParts parts, Job job, int from) {
        this.parts = parts;
        this.job = job.id();
        this.request = job.request();
        this.isComplete = job.state() != JobState.RECEIVING_PARTS;
        this.storedHashes = new StoredHashes(parts, job.id());
        this.stored = job.itemCount();
        this.next = from;
    }

    /**
     * Adds the next entry, or compares it with the stored one.
     *
     * @throws MoverException INVALID_REQUEST if another entry is stored under its number; CATALOG_FULL beyond the limit of files per job;
     *     ILLEGAL_STATE for an entry behind the end of a list that is complete; what storing the entries before failed with
     */
    public void add(SubmittedItem item) {
        int number = next++;
        if (isComplete) {
            if (number >= stored)
                throw new MoverException(ErrorCode.ILLEGAL_STATE, "the list of " + job + " is complete");
            return;
        }
        long hash = KeyHash.of(item.destination());
        if (number < stored) {
            compare(number, hash, item);
            return;
        }
        int limit = parts.database().dialect().filesPerJobMax();
        if (number >= limit) {
            throw new MoverException(ErrorCode.CATALOG_FULL, "a job has at most " + limit + " items here");
        }
        hashes[items.size()] = hash;
        items.add(item);
        exports.add(item);
        if (items.size() == Submissions.ITEMS_AT_ONCE_MAX) write();
    }

    private void compare(int number, long hash, SubmittedItem item) {
        if (storedHashes.of(number) == hash) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "entry " + (number + 1) + " of " + job + " is stored with another destination than "
                        + item.destination() + "; a repeated part must have the same entries");
    }

    private void write() {
        List<SubmittedItem> group = List.copyOf(items);
        byte[] groupHashes = StoredHashes.bytes(hashes, group.size());
        int from = next - group.size();
        Durable.await(lastWrite);
        lastWrite = parts.writeWaiting(group.size(), work -> {
            advance(work, from, group.size());
            SubmissionRows.insertItems(work, job, from, group);
            work.sql()
                    .update(
                            "INSERT INTO job_list_part (job_no, first_item, items, destination_hashes) VALUES (?, ?, ?, ?)",
                            job.number(),
                            from,
                            group.size(),
                            groupHashes);
            exports.insertMissing(work, job);
            return null;
        });
        stored = next;
        items.clear();
    }

    /** Makes sure that nobody else has stored entries in between, at any node, and that nobody will until the commit. */
    private void advance(ChangeWork work, int from, int count) {
        int isNext = work.sql()
                .update(
                        "UPDATE job SET item_count = ?, list_part_ms = ? WHERE job_no = ? AND state = ? AND item_count = ?",
                        from + count,
                        work.now().toEpochMilli(),
                        job.number(),
                        JobState.RECEIVING_PARTS.code(),
                        from);
        if (isNext == 0) throw overtaken();
    }

    private MoverException overtaken() {
        return new MoverException(
                ErrorCode.ILLEGAL_STATE,
                "another request changed " + job
                        + " at the same time; ask how many of its entries are stored and go on there");
    }

    /** Stores the rest; gives how many entries of the list are stored, all durable. */
    public int finish() {
        if (!items.isEmpty()) write();
        Durable.await(lastWrite);
        return stored;
    }

    /**
     * Stores the rest and completes the list, which ends with this part: the job is QUEUED. Does nothing if it was complete before, with as
     * many entries.
     *
     * @throws MoverException ILLEGAL_STATE if more entries are stored; INVALID_REQUEST for a list without entries; DUPLICATE_DESTINATION,
     *     which names both entries
     */
    public int complete() {
        finish();
        if (next != stored) throw missing(job, stored, next);
        if (isComplete) return stored;
        if (stored == 0) throw new MoverException(ErrorCode.INVALID_REQUEST, "the job has no items");
        try (DestinationHashes all = new DestinationHashes()) {
            storedHashes.addTo(all);
            new DuplicateDestinations(parts, job).refuse(all);
        }
        Durable.await(parts.writeWaiting(4, work -> {
            int isLast = work.sql()
                    .update(
                            "UPDATE job SET state = ?, list_part_ms = NULL WHERE job_no = ? AND state = ? AND item_count = ?",
                            JobState.QUEUED.code(),
                            job.number(),
                            JobState.RECEIVING_PARTS.code(),
                            stored);
            if (isLast == 0) throw overtaken();
            StoredHashes.delete(work, job);
            SubmissionRows.announce(work, job, request, stored);
            return null;
        }));
        return stored;
    }

    static MoverException missing(JobId job, int stored, int from) {
        return new MoverException(
                ErrorCode.ILLEGAL_STATE,
                stored + (stored == 1 ? " entry" : " entries") + " of " + job + " are stored; a part from entry " + from
                        + " does not follow");
    }
}
