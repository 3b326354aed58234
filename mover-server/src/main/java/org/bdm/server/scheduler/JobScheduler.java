package org.bdm.server.scheduler;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobState;
import org.bdm.server.catalog.PauseReason;
import org.bdm.server.catalog.StateReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts workers, and stops them when a person steers a job. All of what runs belongs to one thread; other threads post to it.
 *
 * <p>The catalog is the truth: the scheduler looks at it again every {@link #LOOK_EVERY} and whenever it is {@linkplain #wake woken}, so a
 * lost wake-up costs a moment and never a job.
 */
public final class JobScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final Duration RECHECK_EVERY = Duration.ofSeconds(60);
    private static final int PAUSED_JOBS_MAX = 1000;

    private final Catalog catalog;
    private final Clock clock;
    private final List<Worker> workers;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean isLookPosted = new AtomicBoolean();

    private final Map<Worker, List<RunningWork>> runningByWorker = new HashMap<>(); // scheduler thread only
    private Instant nextRecheck; // scheduler thread only
    private boolean isClosing; // scheduler thread only

    /** Does not start anything before {@link #start}. */
    public JobScheduler(Catalog catalog, Clock clock, List<Worker> workers) {
        this.catalog = catalog;
        this.clock = clock;
        this.workers = List.copyOf(workers);
        this.nextRecheck = clock.instant().plus(RECHECK_EVERY);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "scheduler");
            created.setDaemon(true);
            return created;
        });
    }

    /** Begins to look for work. */
    public void start() {
        workers.forEach(worker -> runningByWorker.put(worker, new ArrayList<>()));
        thread.scheduleWithFixedDelay(this::onLook, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Something changed: look now. Any thread. */
    public void wake() {
        if (isLookPosted.compareAndSet(false, true)) thread.execute(this::onLook);
    }

    /** Pauses a job for a reason, and stops its work. */
    public CompletableFuture<Job> pause(JobId job, PauseReason reason, String text) {
        Instant now = clock.instant();
        Instant next = reason.isRechecked() ? now.plus(RECHECK_EVERY) : null;
        return catalog.jobs()
                .change(job, JobState.PAUSED, new StateReason(reason.name(), text, now, next))
                .whenComplete((changed, error) -> {
                    if (error == null) thread.execute(() -> workOf(job).forEach(RunningWork::stop));
                });
    }

    /** Takes a paused job back to where it was. */
    public CompletableFuture<Job> resume(JobId job) {
        return catalog.jobs().resume(job).whenComplete((changed, error) -> wake());
    }

    /** Ends a job; files that are not final are cancelled with it, what is unfinished at the destination is removed. */
    public CompletableFuture<Job> cancel(JobId job, String text, String reportJson) {
        StateReason reason = new StateReason("CANCELLED", text, clock.instant(), null);
        return catalog.jobs().end(job, JobState.CANCELLED, reason, reportJson).whenComplete((changed, error) -> {
            if (error == null) thread.execute(() -> workOf(job).forEach(RunningWork::discard));
        });
    }

    /** Changes priority or rate; null leaves one as it is. */
    public CompletableFuture<Job> steer(JobId job, @Nullable Integer priority, @Nullable Long bytesPerSecondMax) {
        return catalog.jobs().steer(job, priority, bytesPerSecondMax).whenComplete((changed, error) -> {
            if (error == null) {
                long rate = changed.request().maxRateBytesPerSecond();
                thread.execute(() -> workOf(job).forEach(work -> work.steer(rate)));
            }
        });
    }

    private List<RunningWork> workOf(JobId job) {
        return runningByWorker.values().stream()
                .flatMap(List::stream)
                .filter(work -> work.job().equals(job))
                .toList();
    }

    private void onLook() {
        isLookPosted.set(false);
        if (isClosing) return;
        try {
            recheckPaused();
            for (Worker worker : workers) {
                List<RunningWork> running = mine(worker);
                for (RunningWork work : worker.start(List.copyOf(running))) {
                    running.add(work);
                    work.ended().whenComplete((ended, error) -> postEnded(worker, work));
                }
            }
        } catch (MoverException e) {
            LOG.warn("the scheduler could not look for work, and looks again: {}", e.sentence());
        } catch (RuntimeException e) {
            LOG.error("the scheduler met a defect and looks again", e);
        }
    }

    private List<RunningWork> mine(Worker worker) {
        return runningByWorker.computeIfAbsent(worker, any -> new ArrayList<>());
    }

    private void postEnded(Worker worker, RunningWork work) {
        thread.execute(() -> {
            mine(worker).remove(work);
            wake();
        });
    }

    private void recheckPaused() {
        Instant now = clock.instant();
        if (now.isBefore(nextRecheck)) return;
        nextRecheck = now.plus(RECHECK_EVERY.dividedBy(12));
        for (Job job : catalog.jobs().inOrder(Set.of(JobState.PAUSED), PAUSED_JOBS_MAX)) {
            StateReason reason = job.reason();
            if (reason != null && reason.nextAt() != null && !reason.nextAt().isAfter(now)) {
                catalog.jobs().resume(job.id());
            }
        }
    }

    /** Stops all work, makes what is under way durable; completes when nothing runs. */
    public CompletionStage<Void> stop() {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        thread.execute(() -> {
            isClosing = true;
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            runningByWorker.values().forEach(works -> works.forEach(work -> {
                work.stop();
                ends.add(work.ended().toCompletableFuture());
            }));
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .whenComplete((done, error) -> stopped.complete(null));
        });
        return stopped;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
