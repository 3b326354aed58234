package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The rows that make a new job. */
public final class SubmissionRows {
    private SubmissionRows() {}

    /**
     * A job without items.
     *
     * @param receivedBy the node that receives its items and sweeps them if that ends early; null for a job that is whole
     */
    static JobId insertJob(ChangeWork work, JobRequest request, JobState state, @Nullable Long receivedBy) {
        long number = RunningNumber.JOB.next(work.sql());
        work.sql()
                .update(
                        "INSERT INTO job (job_no, kind, owner, label, priority, max_rate, retry_of, state, created_at,"
                                + " listing_complete, item_count, received_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, FALSE, 0, ?)",
                        number,
                        request.kind().code(),
                        request.owner(),
                        request.label(),
                        request.priority(),
                        request.maxRateBytesPerSecond(),
                        request.retryOf() == null ? null : request.retryOf().number(),
                        state.code(),
                        work.now(),
                        receivedBy);
        work.sql()
                .update(
                        "INSERT INTO job_request (job_no, options, source, destination) VALUES (?, ?, ?, ?)",
                        number,
                        request.kept().json(),
                        request.source(),
                        request.destination());
        work.sql()
                .update(
                        "INSERT INTO job_listing (job_no, next_item, next_directory, next_file, next_chunk, lease_until_ms,"
                                + " lease_number) VALUES (?, 0, 0, 0, 0, 0, 0)",
                        number);
        return new JobId(number);
    }

    static void setKey(ChangeWork work, JobId job, Idempotency idempotency) {
        work.sql()
                .update(
                        "UPDATE job SET idempotency_key = ?, body_sha256 = ? WHERE job_no = ?",
                        idempotency.key(),
                        idempotency.bodySha256(),
                        job.number());
    }

    static void setItemCount(ChangeWork work, JobId job, int itemCount) {
        work.sql().update("UPDATE job SET item_count = ? WHERE job_no = ?", itemCount, job.number());
    }

    static void announce(ChangeWork work, JobId job, JobRequest request, int itemCount) {
        Events.add(
                work,
                job,
                JobState.QUEUED.name(),
                job + " was submitted by " + request.owner() + " with " + itemCount
                        + (itemCount == 1 ? " item" : " items"),
                "{\"items\":" + itemCount + "}");
    }

    static void insertItems(ChangeWork work, JobId job, int from, List<SubmittedItem> items) {
        List<@Nullable Object[]> rows = new ArrayList<>(items.size());
        for (SubmittedItem item : items) {
            rows.add(new Object[] {
                FileNumber.first(job) + from + rows.size(),
                job.number(),
                item.source().text(),
                item.destination(),
                item.recursive(),
                item.size(),
                DigestColumns.text(item.digests()),
                item.modified() == null ? null : item.modified().toEpochMilli()
            });
        }
        work.sql()
                .batch(
                        "INSERT INTO job_item (item_id, job_no, source, destination, is_recursive, size, digests, modified_ms)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        rows);
        insertCopies(work, FileNumber.first(job) + from, items);
    }

    /** The copies of new items, which are numbered in their order. */
    private static void insertCopies(ChangeWork work, long firstItemId, List<SubmittedItem> items) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            List<ItemCopy> copies = items.get(i).copies();
            for (int ordinal = 0; ordinal < copies.size(); ordinal++) {
                ItemCopy copy = copies.get(ordinal);
                rows.add(new Object[] {firstItemId + i, ordinal, copy.location(), copy.preference()});
            }
        }
        work.sql()
                .batch("INSERT INTO job_item_copy (item_id, ordinal, location, preference) VALUES (?, ?, ?, ?)", rows);
    }

    /** Deletes a part of a job that was not received to its end; gives whether all of it is gone. */
    public static boolean sweep(ChangeWork work, JobId job) {
        Statements sql = work.sql();
        long first = FileNumber.first(job);
        long lowest = sql.number(
                "SELECT COALESCE(MIN(item_id), 0) FROM job_item WHERE item_id >= ? AND item_id < ?",
                first,
                first + FileNumber.FILES_MAX);
        if (lowest > 0) {
            long end = Math.min(lowest + Submissions.ITEMS_AT_ONCE_MAX, first + FileNumber.FILES_MAX);
            sql.update("DELETE FROM job_item_copy WHERE item_id >= ? AND item_id < ?", lowest, end);
            sql.update("DELETE FROM job_item WHERE item_id >= ? AND item_id < ?", lowest, end);
            return false;
        }
        for (String table : List.of("job_listing", "job_request", "job_export")) {
            sql.update("DELETE FROM " + table + " WHERE job_no = ?", job.number());
        }
        int gone =
                sql.update("DELETE FROM job WHERE job_no = ? AND state = ?", job.number(), JobState.RECEIVING.code());
        if (gone == 1) RunningNumber.JOB.giveBack(sql, job.number());
        return true;
    }
}
