package org.bdm.server.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobState;
import org.bdm.server.scheduler.RunningWork;
import org.bdm.server.scheduler.Worker;

/** Starts the moving of jobs that have files ready, and ends jobs that have nothing left. */
public final class DispatchWorker implements Worker {
    private static final int JOBS_AT_ONCE_MAX = 4;
    private static final int JOBS_LOOKED_AT = 64;

    private final DispatchParts parts;

    /** With what running jobs need. */
    public DispatchWorker(DispatchParts parts) {
        this.parts = parts;
    }

    @Override
    public List<RunningWork> start(List<RunningWork> running) {
        List<RunningWork> started = new ArrayList<>();
        if (running.size() >= JOBS_AT_ONCE_MAX) return started;
        Set<JobId> busy = running.stream().map(RunningWork::job).collect(Collectors.toSet());
        for (Job job : parts.catalog().jobs().inOrder(Set.of(JobState.ACTIVE), JOBS_LOOKED_AT)) {
            if (running.size() + started.size() >= JOBS_AT_ONCE_MAX) break;
            if (busy.contains(job.id()) || !hasWork(job)) continue;
            RunningJob moving = new RunningJob(job, parts);
            moving.begin();
            started.add(moving);
        }
        return started;
    }

    private boolean hasWork(Job job) {
        Instant now = parts.clock().instant();
        Optional<Instant> next = parts.catalog().chunks().nextAvailable(job.id());
        return next.isPresent() ? !next.get().isAfter(now) : job.listingComplete() && isAllEnded(job);
    }

    private boolean isAllEnded(Job job) {
        return parts.catalog().jobs().counts(job.id()).open() == 0;
    }
}
