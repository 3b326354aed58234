package org.bdm.server.api.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.control.job.JobView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.connections.Shares;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Requests that wait for the state of a job to change. They hold a connection and no thread. At most {@value #WAITS_MAX} wait at once, fewer
 * than the connections of one address; further ones are answered at once. One thread looks when the catalog tells of a job, and every
 * second, since another process of the same catalog may have changed it. Any thread.
 */
public final class JobWaits implements ApplicationListener<ContextClosedEvent>, AutoCloseable {
    static final int WAITS_MAX = 128;
    public static final int WAITS_PER_TOKEN_MAX = 64;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final long LOOK_EVERY_MILLIS = 1_000;
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,6})(ms|s|m)");

    private final Catalog catalog;
    private final AccessTokens tokens;
    private final JobViews views;
    private final Consumer<Set<JobId>> listener = this::changed;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private final Shares<Wait> shares = new Shares<>(WAITS_PER_TOKEN_MAX, WAITS_MAX);
    private final ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "job-wait");
        thread.setDaemon(true);
        return thread;
    });

    JobWaits(Catalog catalog, AccessTokens tokens, JobViews views) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.views = views;
        looks.setRemoveOnCancelPolicy(true);
        var unused = looks.scheduleWithFixedDelay(
                () -> look(waits), LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        catalog.jobs().listen(listener);
    }

    /** One request that waits; compared by identity. */
    private static final class Wait {
        final Job seen;
        final Caller caller;
        final CompletableFuture<JobView> answer = new CompletableFuture<>();
        volatile @Nullable ScheduledFuture<?> end;

        Wait(Job seen, Caller caller) {
            this.seen = seen;
            this.caller = caller;
        }

        boolean isOver(Job now) {
            return now.state() != seen.state() || now.isCancelling() != seen.isCancelling() || isStanding(now);
        }
    }

    /** Reads a length of time such as 500ms, 30s or 1m; INVALID_REQUEST for others and for more than 60 s. */
    static Duration length(String text) {
        Matcher parts = LENGTH.matcher(text);
        if (parts.matches()) {
            long number = Long.parseLong(parts.group(1));
            Duration length = switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                default -> Duration.ofMinutes(number);
            };
            if (length.compareTo(LONGEST) <= 0) return length;
        }
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "wait is a time of at most 60s such as 500ms, 30s or 1m, not '" + text + "'");
    }

    /** The job when its state is another than {@code seen}, or as it is after {@code length}. */
    CompletionStage<JobView> next(Job seen, Duration length, Caller caller) {
        Wait wait = new Wait(seen, caller);
        if (length.isZero() || isStanding(seen) || !shares.tryTake(wait, caller.name()))
            return CompletableFuture.completedFuture(views.of(seen));
        waits.add(wait);
        try {
            wait.end = looks.schedule(() -> end(wait), length.toMillis(), TimeUnit.MILLISECONDS);
            looks.execute(() -> look(Set.of(wait))); // it may have changed since it was seen
        } catch (RejectedExecutionException closed) {
            answer(wait, seen);
        }
        return wait.answer;
    }

    /** True if nothing changes but by a person. */
    private static boolean isStanding(Job job) {
        if (job.state() != JobState.PAUSED || job.isCancelling())
            return job.state().isFinal();
        if (job.reason() == null) return true;
        for (PauseReason known : PauseReason.values())
            if (known.name().equals(job.reason().code())) return known.needsPerson();
        return true;
    }

    /** On the committer's thread. */
    private void changed(Set<JobId> jobs) {
        List<Wait> concerned = new ArrayList<>();
        for (Wait wait : waits) if (jobs.contains(wait.seen.id())) concerned.add(wait);
        if (concerned.isEmpty()) return;
        try {
            looks.execute(() -> look(concerned));
        } catch (RejectedExecutionException closed) {
            return; // all were answered
        }
    }

    private void look(Iterable<Wait> some) {
        for (Wait wait : some) {
            find(wait).filter(wait::isOver).ifPresent(job -> answer(wait, job));
        }
    }

    private void end(Wait wait) {
        find(wait).ifPresent(job -> answer(wait, job));
    }

    /** Empty if the wait is over, also because the job cannot be read. */
    private Optional<Job> find(Wait wait) {
        if (wait.answer.isDone()) return Optional.empty();
        try {
            Optional<Job> found = catalog.jobs().find(wait.seen.id());
            if (found.isPresent()) return found;
            throw new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + wait.seen.id());
        } catch (RuntimeException | Error e) {
            forget(wait);
            wait.answer.completeExceptionally(e);
            return Optional.empty();
        }
    }

    private void answer(Wait wait, Job job) {
        forget(wait);
        try {
            if (tokens.callerOf(wait.caller.tokenSha256()).isEmpty())
                throw new MoverException(ErrorCode.NOT_AUTHENTICATED, "the token is revoked or expired");
            wait.answer.complete(views.of(job));
        } catch (RuntimeException | Error e) {
            wait.answer.completeExceptionally(e);
        }
    }

    private void forget(Wait wait) {
        waits.remove(wait);
        shares.release(wait);
        ScheduledFuture<?> end = wait.end;
        if (end != null) end.cancel(false);
    }

    /** Returns the number of requests that wait now. */
    public int waiting() {
        return waits.size();
    }

    /** Before the container waits for the requests under way. */
    @Override
    public void onApplicationEvent(ContextClosedEvent closing) {
        close();
    }

    @Override
    public void close() {
        catalog.jobs().unlisten(listener);
        looks.shutdownNow();
        for (Wait wait : waits) answer(wait, wait.seen);
    }
}
