package org.bdm.server.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.retention.FilePartitions;
import org.bdm.server.catalog.retention.FileRemovals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes rows of ended jobs: of those that got old, when {@link Retention} asks, and of those that somebody deletes, at once. What a process
 * leaves half removed the next pass ends, at any node. Every file that is there is a holding since before its outcome was recorded
 * (docs/holdings.md), so nothing of it is lost with these rows.
 */
public final class JobRemovals implements AutoCloseable {
    private static final int JOBS_AT_ONCE = 1_000;
    private static final int DELETIONS_WAITING_MAX = 10_000;
    private static final int PATIENCE_SECONDS = 3;
    private static final Logger LOG = LoggerFactory.getLogger(JobRemovals.class);

    private final FileRemovals removals;
    private final FilePartitions partitions;
    private final InstantSource clock;
    private final ThreadPoolExecutor deletions;
    private volatile boolean isStopping;

    /** Of one catalog. */
    public JobRemovals(Catalog catalog, InstantSource clock) {
        this.removals = catalog.fileRemovals();
        this.partitions = catalog.filePartitions();
        this.clock = clock;
        this.deletions = new ThreadPoolExecutor(
                0,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(DELETIONS_WAITING_MAX),
                task -> {
                    Thread made = new Thread(task, "job-deletions");
                    made.setDaemon(true);
                    return made;
                },
                // The next pass finds it by its mark.
                (task, full) -> LOG.info("a job is removed later: many are being deleted"));
    }

    /**
     * Deletes a job that has ended. When the future completes, it is shown to nobody; its rows go soon after that. A second time changes
     * nothing. Fails with UNKNOWN_JOB, and with ILLEGAL_STATE if the job has not ended, or another one retries its files.
     */
    public CompletableFuture<Job> delete(JobId job) {
        return removals.begin(job, true).thenApply(deleted -> {
            deletions.execute(() -> removeMarked(List.of(job)));
            return deleted;
        });
    }

    /** Ends the removals that were begun, and removes what is old. Blocks; an interrupt ends it after the step that is under way. */
    void pass(KeptFor kept) {
        Instant now = clock.instant();
        mark(Set.of(JobState.SUCCEEDED, JobState.CANCELLED), kept.files(), now);
        mark(Set.of(JobState.PARTIAL, JobState.FAILED), kept.failedFiles(), now);
        List<JobId> begun = removals.begun(JOBS_AT_ONCE);
        while (!begun.isEmpty() && removeMarked(begun)) begun = removals.begun(JOBS_AT_ONCE);
    }

    private void mark(Set<JobState> states, Duration kept, Instant now) {
        if (kept.isZero()) return;
        int refused = 0;
        List<JobId> due = removals.due(states, now.minus(kept), refused, JOBS_AT_ONCE);
        while (!due.isEmpty() && !isStopping()) {
            for (JobId job : due) if (!isMarked(job)) refused++;
            due = removals.due(states, now.minus(kept), refused, JOBS_AT_ONCE);
        }
    }

    private boolean isMarked(JobId job) {
        try {
            Durable.await(removals.begin(job, false));
            return true;
        } catch (MoverException e) {
            if (e.code() != ErrorCode.ILLEGAL_STATE) throw e;
            LOG.debug("the rows of {} stay: {}", job, e.detail());
            return false;
        }
    }

    /** Whole partitions first; gives whether all is gone. */
    private boolean removeMarked(List<JobId> jobs) {
        if (isStopping()) return false;
        try {
            int unused = partitions.dropRemoved();
            for (JobId job : jobs) {
                if (!removals.remove(job, this::isStopping)) return false;
                LOG.info("the rows of files and events of {} were removed", job);
            }
            return true;
        } catch (MoverException e) {
            LOG.warn("rows of ended jobs were not all removed, and the next pass goes on: {}", e.sentence());
            return false;
        }
    }

    private boolean isStopping() {
        return isStopping || Thread.currentThread().isInterrupted();
    }

    /** Leaves what is not done to the next start. Nobody is interrupted: that would close the file of an H2 catalog under all others. */
    @Override
    public void close() {
        isStopping = true;
        deletions.shutdown();
        try {
            boolean isOver = deletions.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!isOver) LOG.warn("a deletion of a job does not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
