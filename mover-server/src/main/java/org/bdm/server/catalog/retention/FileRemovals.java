package org.bdm.server.catalog.retention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.file.CopyRows;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobRows;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Removes the rows of files and events of ended jobs. A job is marked first, durably: from then on nobody is shown its files. Then the rows go,
 * in small transactions of their own that nobody waits behind. Then the job is marked as done. A removal that was cut off anywhere is
 * begun again with {@link #begun}; two processes that remove the same job do no harm. Any thread that may block.
 */
public final class FileRemovals {
    /** Most ids of one table that one transaction goes over; several rows may have one id. */
    static final int IDS_AT_ONCE = 5_000;

    private static final int EVENTS_AT_ONCE = 1_000;
    private static final int ROWS_THERE = 0;
    private static final int BEING_REMOVED = 1;
    private static final int REMOVED = 2;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public FileRemovals(CatalogParts parts) {
        this.parts = parts;
    }

    /** Jobs whose removal was begun and has not ended, oldest first. */
    public List<JobId> begun(int jobsMax) {
        return parts.read(sql -> sql.list(
                "SELECT job_no FROM job WHERE removal = ? ORDER BY removal, ended_at, job_no LIMIT ?",
                (row, at) -> new JobId(row.getLong(1)),
                BEING_REMOVED,
                CatalogParts.checkedRows(jobsMax)));
    }

    /** Jobs in these final states that ended before and have their rows, from number {@code from} of that order on. */
    public List<JobId> due(Set<JobState> states, Instant endedBefore, int from, int jobsMax) {
        List<@Nullable Object> arguments = new ArrayList<>(List.of(ROWS_THERE, endedBefore));
        states.stream().sorted().forEach(state -> arguments.add(state.code()));
        arguments.add(CatalogParts.checkedRows(jobsMax));
        arguments.add(from);
        return parts.read(sql -> sql.list(
                "SELECT job_no FROM job WHERE removal = ? AND ended_at < ? AND state IN ("
                        + Statements.marks(states.size()) + ") ORDER BY removal, ended_at, job_no LIMIT ? OFFSET ?",
                (row, at) -> new JobId(row.getLong(1)),
                arguments.toArray()));
    }

    /**
     * Marks a job that has ended: its files are shown no more. A second time changes nothing. The future fails with UNKNOWN_JOB, and with
     * ILLEGAL_STATE if the job has not ended, or a job that retries its files has not.
     *
     * @param isDeletion whether the job itself is shown no more, too
     */
    public CompletableFuture<Job> begin(JobId id, boolean isDeletion) {
        return parts.write(work -> {
            Statements sql = work.sql();
            Job job = JobRows.locked(sql, id);
            if (isDeletion ? job.isDeleted() : job.removal() != null) return job;
            refuseUnlessOver(sql, job);
            sql.update(
                    "UPDATE job SET removal = ?, files_removed_at = COALESCE(files_removed_at, ?), deleted_at = ? WHERE job_no = ?",
                    BEING_REMOVED,
                    work.now(),
                    isDeletion ? work.now() : null,
                    id.number());
            return JobRows.locked(sql, id);
        });
    }

    private static void refuseUnlessOver(Statements sql, Job job) {
        if (!job.state().isFinal()) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    job.id() + " is " + job.state() + "; cancel it first with 'bdm-client cancel " + job.id()
                            + "', then delete it");
        }
        Optional<JobId> retry = runningRetry(sql, job.id());
        if (retry.isEmpty()) return;
        throw new MoverException(
                ErrorCode.ILLEGAL_STATE,
                retry.get() + " retries files of " + job.id() + " and has not ended; wait for it with 'bdm-client wait "
                        + retry.get() + "'");
    }

    /** A job that retries this one, or retries one that does, needs its items until it has ended. */
    private static Optional<JobId> runningRetry(Statements sql, JobId job) {
        List<Long> open = new ArrayList<>(List.of(job.number()));
        Set<Long> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            List<Retry> retries = sql.list(
                    "SELECT job_no, state FROM job WHERE retry_of = ? ORDER BY retry_of, job_no",
                    (row, at) -> new Retry(row.getLong(1), JobState.ofCode(row.getInt(2))),
                    open.remove(open.size() - 1));
            for (Retry retry : retries) {
                if (!retry.state().isFinal()) return Optional.of(new JobId(retry.job()));
                if (seen.add(retry.job())) open.add(retry.job());
            }
        }
        return Optional.empty();
    }

    /**
     * Removes the rows of a marked job.
     *
     * @param isStopping asked before each transaction; when it is true, the rest stays for later
     * @return whether all is gone
     */
    public boolean remove(JobId job, BooleanSupplier isStopping) {
        for (KeyedTable table : KeyedTable.OF_JOBS) {
            if (!remove(table, job, isStopping)) return false;
        }
        while (!isStopping.getAsBoolean()) {
            if (removeEvents(job) > 0) continue;
            Durable.await(finish(job));
            return true;
        }
        return false;
    }

    private boolean remove(KeyedTable table, JobId job, BooleanSupplier isStopping) {
        long end = FileNumber.first(job) + FileNumber.FILES_MAX;
        long next = FileNumber.first(job);
        while (!isStopping.getAsBoolean()) {
            long from = next;
            Step step = parts.database().transact(sql -> step(sql, table, from, end));
            if (table.isOfFiles()) parts.fileRows().addAndGet(-step.rows());
            if (step.next() >= end) return true;
            next = step.next();
        }
        return false;
    }

    /** Begins at the first row that is there, so that ids without rows cost nothing. */
    private static Step step(Statements sql, KeyedTable table, long from, long end) {
        Optional<Long> first = firstId(sql, table, from, end);
        if (first.isEmpty()) return new Step(0, end);
        long to = Math.min(end, first.get() + IDS_AT_ONCE);
        return new Step(sql.update("DELETE FROM " + table.name() + range(table), first.get(), to), to);
    }

    private int removeEvents(JobId job) {
        return parts.database().transact(sql -> {
            List<Long> numbers = sql.list(
                    "SELECT event_no FROM event WHERE job_no = ? ORDER BY job_no, event_no LIMIT ?",
                    (row, at) -> row.getLong(1),
                    job.number(),
                    EVENTS_AT_ONCE);
            if (numbers.isEmpty()) return 0;
            return sql.update(
                    "DELETE FROM event WHERE job_no = ? AND event_no <= ?",
                    job.number(),
                    numbers.get(numbers.size() - 1));
        });
    }

    /** Durable after all that was removed before. Of a deleted job its row stays, with its request, for its idempotency key. */
    private CompletableFuture<Void> finish(JobId id) {
        return parts.writeWaiting(1, work -> {
            Statements sql = work.sql();
            sql.update("DELETE FROM job_progress WHERE job_no = ?", id.number());
            sql.update("DELETE FROM job_decision WHERE job_no = ?", id.number()); // at most 1,000
            if (JobRows.locked(sql, id).isDeleted()) {
                for (String table : List.of("job_report", "job_error", "job_origin", "job_unvouched", "job_export")) {
                    sql.update("DELETE FROM " + table + " WHERE job_no = ?", id.number());
                }
            }
            sql.update(
                    "UPDATE job SET removal = ? WHERE job_no = ? AND removal = ?", REMOVED, id.number(), BEING_REMOVED);
            return null;
        });
    }

    /** True of the state, as the row of a job has it, of a removal that has ended. */
    public static boolean isDone(long removal) {
        return removal == REMOVED;
    }

    /** Returns the tables that have rows of a job; what was learnt of copies may come late, and is not looked at. */
    public static List<String> tablesWithRows(Statements sql, JobId job) {
        long first = FileNumber.first(job);
        return KeyedTable.OF_JOBS.stream()
                .filter(table -> !CopyRows.TABLES.contains(table.name()))
                .filter(table ->
                        firstId(sql, table, first, first + FileNumber.FILES_MAX).isPresent())
                .map(KeyedTable::name)
                .toList();
    }

    private static Optional<Long> firstId(Statements sql, KeyedTable table, long from, long end) {
        return sql.one(
                "SELECT " + table.key() + " FROM " + table.name() + range(table) + " ORDER BY " + table.key()
                        + " LIMIT 1",
                (row, at) -> row.getLong(1),
                from,
                end);
    }

    private static String range(KeyedTable table) {
        return " WHERE " + table.key() + " >= ? AND " + table.key() + " < ?";
    }

    private record Retry(long job, JobState state) {}

    /**
     * One transaction.
     *
     * @param rows that it removed
     * @param next the id from which the next goes on
     */
    private record Step(int rows, long next) {}
}
