package org.bdm.server.job.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends jobs that were cancelled or end early, each when nothing of it runs and everything that was placed is recorded. Belongs to the scheduler's thread;
 * what completes elsewhere is posted to it.
 */
final class Cancellations {
    private static final Logger LOG = LoggerFactory.getLogger(Cancellations.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(2);
    private static final int JOBS_LOOKED_AT = 1000;

    private final Catalog catalog;
    private final Clock clock;
    private final List<Worker> workers;
    private final Function<JobId, String> reports;
    private final Consumer<Runnable> post;
    private final Map<JobId, List<CompletableFuture<Job>>> awaited = new HashMap<>();
    private final Set<JobId> ending = new HashSet<>();
    private final Map<JobId, Instant> notBefore = new HashMap<>();

    Cancellations(
            Catalog catalog,
            Clock clock,
            List<Worker> workers,
            Function<JobId, String> reports,
            Consumer<Runnable> post) {
        this.catalog = catalog;
        this.clock = clock;
        this.workers = List.copyOf(workers);
        this.reports = reports;
        this.post = post;
    }

    /** Completes the future with the end of a job that is being cancelled. */
    void awaited(JobId job, CompletableFuture<Job> ended) {
        Optional<Job> now = catalog.jobs().find(job);
        if (now.isPresent() && now.get().state().isFinal()) {
            ended.complete(now.get()); // with an earlier look
        } else {
            awaited.computeIfAbsent(job, missing -> new ArrayList<>()).add(ended);
        }
    }

    /** Stops what runs of cancelled jobs, and ends those of which nothing runs. */
    void look(Function<JobId, List<RunningWork>> workOf) {
        tellOfEndsElsewhere();
        for (Job job : catalog.jobs().cancelling(JOBS_LOOKED_AT)) {
            List<RunningWork> works = workOf.apply(job.id());
            works.forEach(RunningWork::stop);
            boolean isDue = !clock.instant().isBefore(notBefore.getOrDefault(job.id(), Instant.MIN));
            if (works.isEmpty() && isDue && ending.add(job.id())) end(job);
        }
    }

    /** Another node of the site may have ended a job that is awaited here. */
    private void tellOfEndsElsewhere() {
        for (JobId job : List.copyOf(awaited.keySet())) {
            Optional<Job> now = catalog.jobs().find(job);
            if (now.isEmpty() || !now.get().state().isFinal() || ending.contains(job)) continue;
            completeAwaited(job, now.get());
        }
    }

    private void completeAwaited(JobId job, Job ended) {
        List<CompletableFuture<Job>> waiting = awaited.remove(job);
        if (waiting != null) waiting.forEach(future -> future.complete(ended));
    }

    private void end(Job job) {
        CompletableFuture<Boolean> settled = CompletableFuture.completedFuture(true);
        for (Worker worker : workers) settled = settled.thenCombine(worker.settle(job.id()), Boolean::logicalAnd);
        var unused = settled.thenCompose(isSettled -> isSettled
                        ? become(job).thenApply(Optional::of)
                        : CompletableFuture.completedFuture(Optional.<Job>empty()))
                .whenComplete((ended, error) -> post.accept(() -> tried(job.id(), ended, error)));
    }

    private CompletableFuture<Job> become(Job job) {
        JobReason asked = job.reason();
        if (asked != null && job.endsEarly()) return endEarly(job, asked);
        String text = asked == null ? "It was cancelled." : asked.text();
        // What the system cancelled keeps its code, so that it can be told from what a person cancelled.
        String code =
                asked == null || asked.code().equals(JobReason.CANCELLING) ? JobState.CANCELLED.name() : asked.code();
        JobReason reason = new JobReason(code, text, clock.instant(), null);
        return catalog.jobs().end(job.id(), JobState.CANCELLED, reason, reports.apply(job.id()));
    }

    private CompletableFuture<Job> endEarly(Job job, JobReason why) {
        JobState last = catalog.jobs().counts(job.id()).there() > 0 ? JobState.PARTIAL : JobState.FAILED;
        return catalog.jobs().end(job.id(), last, why, reports.apply(job.id()));
    }

    private void tried(JobId job, @Nullable Optional<Job> ended, @Nullable Throwable error) {
        ending.remove(job);
        if (error != null || ended == null || ended.isEmpty()) {
            if (error != null) LOG.warn("{} is to end and cannot be ended yet: {}", job, error.getMessage());
            notBefore.put(job, clock.instant().plus(AGAIN_AFTER));
            return;
        }
        notBefore.remove(job);
        workers.forEach(worker -> worker.discard(job));
        completeAwaited(job, ended.get());
    }

    /** Nothing is ended any more: who waits is told so. The next start of the process goes on. */
    void stop() {
        MoverException stopping = new MoverException(
                ErrorCode.STOPPING, "the server stops; the job is cancelled as soon as it runs again");
        awaited.values().forEach(waiting -> waiting.forEach(future -> future.completeExceptionally(stopping)));
        awaited.clear();
    }
}
