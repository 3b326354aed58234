package org.bdm.server.job.schedule;

import java.util.Set;
import java.util.concurrent.CompletionException;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes up the jobs that wait for closed sources when windows, maintenance or bans have changed; those that must still wait say anew why.
 * One thread; may block.
 */
public final class ReopenedJobs implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ReopenedJobs.class);
    private static final int JOBS_MAX = 1000;

    private final Catalog catalog;
    private final JobScheduler scheduler;

    /** Steers by the scheduler. */
    public ReopenedJobs(Catalog catalog, JobScheduler scheduler) {
        this.catalog = catalog;
        this.scheduler = scheduler;
    }

    @Override
    public void run() {
        for (Job job : catalog.jobs().inOrder(Set.of(JobState.PAUSED, JobState.ACTIVE), JOBS_MAX)) {
            try {
                if (job.state() == JobState.ACTIVE)
                    catalog.chunks().closed().open(job.id()).join();
                else if (waitsForPlaces(job.reason()))
                    scheduler.resume(job.id()).join();
            } catch (MoverException | CompletionException e) {
                LOG.info("{} was not taken up again: {}", job.id(), e.getMessage());
            }
        }
        scheduler.wake();
    }

    private static boolean waitsForPlaces(@Nullable JobReason reason) {
        if (reason == null) return false;
        for (PauseReason known : PauseReason.values()) {
            if (known.isOfPlaces() && known.name().equals(reason.code())) return true;
        }
        return false;
    }
}
