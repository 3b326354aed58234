package org.bdm.server.job.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.history.TransferHistory;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.OwnerTurns;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.job.schedule.PlaceTurns;
import org.bdm.server.job.schedule.RetryTimes;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.schedule.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the moving of jobs that have files ready, with places divided among their owners, and ends jobs that have nothing left. */
public final class DispatchWorker implements Worker {
    private static final Logger LOG = LoggerFactory.getLogger(DispatchWorker.class);
    private static final int JOBS_LOOKED_AT = 128;

    private final DispatchParts parts;
    private final LeftoverAreas leftovers;
    private final RunMemory memory;
    private final PlaceTurns turns; // scheduler thread only
    private final int jobsAtOnceMax;

    /** With what running jobs need, and how many of them may move files at the same time. */
    public DispatchWorker(DispatchParts parts, int jobsAtOnceMax) {
        this.parts = parts;
        this.jobsAtOnceMax = jobsAtOnceMax;
        this.turns = new PlaceTurns(parts.catalog().jobs(), parts.clock());
        parts.live().hasPlaces(jobsAtOnceMax);
        this.leftovers = new LeftoverAreas(parts.exports(), parts.buckets());
        TransferHistory history = parts.catalog().transferHistory();
        this.memory = new RunMemory(
                new RetryTimes(parts.clock()),
                new EarlierPauses(),
                new DestinationReservations(),
                new EndedJobHistory(history, new KnownHistory(history, parts.clock())));
    }

    /**
     * Removes what ended jobs left at the destination: before the first start, and now and then, since a node that was frozen or cut off may
     * make another file when its job has ended. May block.
     */
    public void sweep() {
        leftovers.removeOfEndedJobs(parts.catalog());
    }

    @Override
    public void discard(JobId job) {
        onOwnThread("discard-" + job, () -> leftovers.remove(job));
    }

    @Override
    public CompletionStage<Boolean> settle(JobId job) {
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        begin("settle-" + job, () -> {
            try {
                settled.complete(new JobRecovery(parts, job).recover());
            } catch (RuntimeException | Error e) {
                settled.completeExceptionally(e);
            }
        });
        return settled;
    }

    private static void onOwnThread(String name, Runnable removal) {
        begin(name, () -> {
            try {
                removal.run();
            } catch (RuntimeException | Error e) {
                LOG.warn("what ended jobs left stays until the next start", e);
            }
        });
    }

    private static void begin(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public List<RunningWork> start(List<RunningWork> running, Runnable wake) {
        List<RunningWork> started = new ArrayList<>();
        turns.see(running);
        Map<JobId, Integer> elsewhere = parts.live().placesElsewhere();
        if (running.size() >= jobsAtOnceMax) {
            turns.share(running, elsewhere, () -> waiting(running).keySet(), this::isReady);
            return started;
        }
        Map<OwnerTurns.Waiting, Job> waiting = waiting(running);
        if (waiting.isEmpty()) return started;
        OwnerTurns order = turns.order(running, elsewhere);
        while (running.size() + started.size() < jobsAtOnceMax) {
            Optional<OwnerTurns.Waiting> next = order.next(waiting.keySet());
            if (next.isEmpty()) break;
            Job job = Objects.requireNonNull(waiting.remove(next.get()));
            if (!hasWork(job) || !begin(job, started)) continue;
            order.took(next.get().owner());
            turns.took(next.get().owner());
        }
        return started;
    }

    /** Jobs that may be begun and do not run here; whether they have files ready is not looked at. */
    private Map<OwnerTurns.Waiting, Job> waiting(List<RunningWork> running) {
        Set<JobId> busy = running.stream().map(RunningWork::job).collect(Collectors.toSet());
        Map<OwnerTurns.Waiting, Job> waiting = new HashMap<>();
        for (Job job : parts.catalog().jobs().inTurn(JobState.ACTIVE, JOBS_LOOKED_AT)) {
            if (busy.contains(job.id()) || !memory.retries().mayStart(job.id())) continue;
            waiting.put(
                    new OwnerTurns.Waiting(
                            job.id(), job.request().owner(), job.request().priority()),
                    job);
        }
        return waiting;
    }

    private boolean isReady(JobId job) {
        return parts.catalog().jobs().find(job).filter(this::hasWork).isPresent();
    }

    private boolean begin(Job job, List<RunningWork> started) {
        try {
            RunningJob moving = new RunningJob(job, parts, memory);
            moving.begin();
            return started.add(moving);
        } catch (MoverException e) {
            LOG.error(
                    "{} cannot be worked on until {}: {}",
                    job.id(),
                    memory.retries().failed(job.id()),
                    e.sentence());
            return false;
        }
    }

    private boolean hasWork(Job job) {
        Optional<Duration> next = parts.catalog().chunks().nextToLease(job.id());
        return next.map(until -> until.compareTo(Duration.ZERO) <= 0)
                .orElseGet(() -> job.listingComplete()
                        && isAllEnded(job)
                        && parts.catalog().jobs().isServedHere(job.id()));
    }

    private boolean isAllEnded(Job job) {
        return parts.catalog().jobs().counts(job.id()).open() == 0;
    }
}
