package org.bdm.server.job.progress;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.adapt.WorkStage;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.history.Decisions;
import org.bdm.server.catalog.history.JobDecision;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions of the sessions of one job on their way into the catalog. Sessions tell them on any thread and never wait; the job's thread
 * writes what has come together, one group at a time. What the catalog refuses is offered again, the newest {@value Decisions#KEPT_MAX} of it.
 */
public final class NotedDecisions {
    private static final Logger LOG = LoggerFactory.getLogger(NotedDecisions.class);
    private static final Duration REST_AFTER_REFUSAL = Duration.ofSeconds(5);

    private final BiFunction<JobId, List<JobDecision>, CompletableFuture<@Nullable Void>> store;
    private final JobId job;
    private final Clock clock;
    private final Deque<JobDecision> waiting = new ArrayDeque<>(); // guarded by itself
    private CompletableFuture<@Nullable Void> writing = CompletableFuture.completedFuture(null); // job's thread only
    private volatile Instant restsUntil = Instant.EPOCH;

    /** Writes with {@code store}, which refuses or fails like {@link Decisions#add}. */
    public NotedDecisions(
            BiFunction<JobId, List<JobDecision>, CompletableFuture<@Nullable Void>> store, JobId job, Clock clock) {
        this.store = store;
        this.job = job;
        this.clock = clock;
    }

    /** A session that reads from this place has decided. Any thread. */
    public void decided(String source, AdaptDecision decision) {
        Instant now = clock.instant();
        for (WorkStage stage : WorkStage.values()) {
            int before = decision.before().of(stage);
            int after = decision.counts().of(stage);
            if (before == after) continue;
            add(new JobDecision(
                    now, source, stage.workers(), before, after, decision.bytesPerSecond(), decision.sentence()));
        }
    }

    private void add(JobDecision decision) {
        synchronized (waiting) {
            if (waiting.size() == Decisions.KEPT_MAX) waiting.removeFirst();
            waiting.addLast(decision);
        }
    }

    private List<JobDecision> take() {
        synchronized (waiting) {
            List<JobDecision> taken = List.copyOf(waiting);
            waiting.clear();
            return taken;
        }
    }

    private void putBack(List<JobDecision> refused) {
        synchronized (waiting) {
            for (int at = refused.size() - 1; at >= 0 && waiting.size() < Decisions.KEPT_MAX; at--)
                waiting.addFirst(refused.get(at));
        }
    }

    /** Has what waits written; does not wait for that. */
    public void write() {
        if (!writing.isDone() || clock.instant().isBefore(restsUntil)) return;
        List<JobDecision> taken = take();
        if (taken.isEmpty()) return;
        try {
            writing = store.apply(job, taken).exceptionally(error -> refused(taken, error));
        } catch (RuntimeException e) {
            writing = CompletableFuture.completedFuture(refused(taken, e));
        }
    }

    private @Nullable Void refused(List<JobDecision> taken, Throwable error) {
        restsUntil = clock.instant().plus(REST_AFTER_REFUSAL);
        putBack(taken);
        LOG.info("{} decisions of {} were not noted: {}", taken.size(), job, error.getMessage());
        return null;
    }

    /** Writes what is left and waits for it: the run ends. What is refused now is lost. */
    public void writeLast() {
        Durable.await(writing);
        restsUntil = Instant.EPOCH;
        write();
        Durable.await(writing);
    }
}
