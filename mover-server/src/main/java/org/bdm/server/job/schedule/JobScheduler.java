package org.bdm.server.job.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts workers, and stops them when a job may not run. All of what runs belongs to one thread; other threads post to it.
 *
 * <p>The catalog is the truth: the scheduler looks at it again every {@link #LOOK_EVERY} while work runs, at every fourth such time while none
 * does, and whenever it is {@linkplain #wake woken}, so a lost wake-up costs a moment and never a job, and a job that another node pauses or
 * ends is stopped here too.
 */
public final class JobScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final int LOOKS_LEFT_OUT_MAX = 3;
    private static final Duration RECHECK_AFTER = Duration.ofSeconds(60);
    private static final Duration RECHECK_LOOK_EVERY = Duration.ofSeconds(2);
    private static final int PAUSED_JOBS_MAX = 1000;

    private final Catalog catalog;
    private final Clock clock;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean isLookPosted = new AtomicBoolean();
    private final Cancellations cancellations; // scheduler thread only

    private final Map<Worker, List<RunningWork>> runningByWorker = new LinkedHashMap<>(); // scheduler thread only
    private Instant nextRecheck = Instant.EPOCH; // scheduler thread only
    private int looksLeftOut = LOOKS_LEFT_OUT_MAX; // scheduler thread only; the first time is not left out
    private boolean isClosing; // scheduler thread only

    /**
     * Does not start anything before {@link #start}.
     *
     * @param cancelledReports gives the report, as JSON, of a job that is CANCELLED at this moment; may read the catalog
     */
    public JobScheduler(Catalog catalog, Clock clock, List<Worker> workers, Function<JobId, String> cancelledReports) {
        this.catalog = catalog;
        this.clock = clock;
        this.cancellations = new Cancellations(catalog, clock, workers, cancelledReports, this::post);
        workers.forEach(worker -> runningByWorker.put(worker, new ArrayList<>()));
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "scheduler");
            created.setDaemon(true);
            return created;
        });
    }

    /** Begins to look for work. */
    public void start() {
        var unused = thread.scheduleWithFixedDelay(this::onTime, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Something changed: look now. Any thread. */
    public void wake() {
        if (isLookPosted.compareAndSet(false, true)) post(this::onLook);
    }

    /** Pauses a job for a reason, and stops its work. */
    public CompletableFuture<Job> pause(JobId job, PauseReason reason, String text) {
        Instant now = clock.instant();
        Instant next = reason.isRechecked() ? now.plus(RECHECK_AFTER) : null;
        return catalog.jobs()
                .change(job, JobState.PAUSED, new JobReason(reason.name(), text, now, next))
                .whenComplete((changed, error) -> {
                    if (error == null) post(() -> workOf(job).forEach(RunningWork::stop));
                });
    }

    /** Takes a paused job back to where it was. */
    public CompletableFuture<Job> resume(JobId job) {
        // What waits for closed sources is looked at again: they may have opened, or the job says anew why it waits.
        return catalog.chunks()
                .closed()
                .open(job)
                .thenCompose(opened -> catalog.jobs().resume(job))
                .whenComplete((changed, error) -> wake());
    }

    /**
     * Ends a job, in this order: its work stops, what is placed is recorded, the job becomes CANCELLED with the files that are not final, what
     * is unfinished at the destination is removed. The future completes with the end; that it comes is kept from when {@link Job#isCancelling}
     * shows it, also over the death of the process.
     */
    public CompletableFuture<Job> cancel(JobId job, String text) {
        CompletableFuture<Job> ended = new CompletableFuture<>();
        JobReason reason = new JobReason(JobReason.CANCELLING, text, clock.instant(), null);
        var unused = catalog.jobs().cancel(job, reason).whenComplete((kept, error) -> {
            if (error != null) ended.completeExceptionally(error);
            else post(() -> cancellations.awaited(job, ended));
            wake();
        });
        return ended;
    }

    /**
     * Changes priority or rate; null leaves one as it is.
     *
     * @param before sees the job as it was, while nobody else can change it; what it throws refuses the change
     */
    public CompletableFuture<Job> steer(
            JobId job, @Nullable Integer priority, @Nullable Long bytesPerSecondMax, Consumer<Job> before) {
        return catalog.jobs().steer(job, priority, bytesPerSecondMax, before).whenComplete((changed, error) -> {
            if (error == null) post(() -> workOf(job).forEach(work -> work.steer(changed.request())));
        });
    }

    /** A post that comes after the end is for nobody. */
    private void post(Runnable step) {
        try {
            thread.execute(step);
        } catch (RejectedExecutionException e) {
            LOG.debug("the scheduler has ended", e);
        }
    }

    private List<RunningWork> workOf(JobId job) {
        return runningByWorker.values().stream()
                .flatMap(List::stream)
                .filter(work -> work.job().equals(job))
                .toList();
    }

    /** An idle server need not read its catalog four times a second. */
    private void onTime() {
        boolean doesNothing = runningByWorker.values().stream().allMatch(List::isEmpty);
        if (doesNothing && looksLeftOut++ < LOOKS_LEFT_OUT_MAX) return;
        onLook();
    }

    private void onLook() {
        isLookPosted.set(false);
        looksLeftOut = 0;
        if (isClosing) return;
        guarded("re-check paused jobs", this::recheckPaused);
        guarded("heed changes of jobs", this::heedChanges);
        guarded("end cancelled jobs", () -> cancellations.look(this::workOf));
        runningByWorker.forEach((worker, running) -> guarded("start work", () -> startWork(worker, running)));
    }

    /** One kind of work that fails must not keep the others from being looked after; nor may the look itself end. */
    private static void guarded(String what, Runnable step) {
        try {
            step.run();
        } catch (MoverException e) {
            LOG.warn("the scheduler could not {}, and tries again: {}", what, e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("the scheduler could not {}, and tries again", what, e);
        }
    }

    private void startWork(Worker worker, List<RunningWork> running) {
        for (RunningWork work : worker.start(List.copyOf(running), this::wake)) {
            running.add(work);
            var unused = work.ended()
                    .thenRun(() -> post(() -> {
                        running.remove(work);
                        wake();
                    }));
        }
    }

    /** Jobs that were paused by their own work, or paused, ended or steered by another node. */
    private void heedChanges() {
        for (List<RunningWork> works : runningByWorker.values()) {
            for (RunningWork work : works) {
                Optional<Job> job = catalog.jobs().find(work.job()).filter(Job::mayRun);
                if (job.isEmpty()) work.stop();
                else work.steer(job.get().request());
            }
        }
    }

    private void recheckPaused() {
        Instant now = clock.instant();
        if (now.isBefore(nextRecheck)) return;
        nextRecheck = now.plus(RECHECK_LOOK_EVERY);
        for (Job job : catalog.jobs().inOrder(Set.of(JobState.PAUSED), PAUSED_JOBS_MAX)) {
            JobReason reason = job.reason();
            if (reason == null || reason.nextAt() == null || reason.nextAt().isAfter(now)) continue;
            var unused = resume(job.id()).exceptionally(error -> {
                LOG.info("{} was not taken up again: {}", job.id(), error.getMessage());
                return job;
            });
        }
    }

    /** Stops all work, makes what is under way durable; completes when nothing runs. */
    public CompletionStage<Void> stop() {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        post(() -> {
            isClosing = true;
            cancellations.stop();
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            runningByWorker
                    .values()
                    .forEach(works -> works.forEach(work -> {
                        work.stop();
                        ends.add(work.ended().toCompletableFuture());
                    }));
            var unused = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .whenComplete((done, error) -> stopped.complete(null));
        });
        return stopped;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
