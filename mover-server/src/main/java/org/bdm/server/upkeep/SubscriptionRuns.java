package org.bdm.server.upkeep;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.discovery.index.Federation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs subscriptions when they are due or asked for, one at a time, on a thread of its own; afterwards the policies are looked at. Any thread.
 */
public final class SubscriptionRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionRuns.class);
    private static final long EVERY_SECONDS = 15;
    private static final Duration DUTY_LONGEST = Duration.ofMinutes(10);
    private static final int ASKED_MAX = 1_000;

    private final Catalog catalog;
    private final Federation federation;
    private final SubscribedJobs jobs;
    private final HoldingPolicies policies;
    private final Clock clock;
    private final Upkeep upkeep = new Upkeep("subscriptions", EVERY_SECONDS, this::pass);
    private final Deque<Long> asked = new ArrayDeque<>(); // guarded by itself
    private volatile boolean isStopping;
    private volatile Set<String> alsoTelling = Set.of();
    private boolean areDismissed; // of one pass at a time

    /** With its parts; nothing runs before {@link #start}. */
    public SubscriptionRuns(
            Catalog catalog, Federation federation, SubscribedJobs jobs, HoldingPolicies policies, Clock clock) {
        this.catalog = catalog;
        this.federation = federation;
        this.jobs = jobs;
        this.policies = policies;
        this.clock = clock;
    }

    /** Begins to look for those that are due; {@code stream} is the index name of the stream of events, which makes claims too. */
    public void start(String stream) {
        alsoTelling = Set.of(stream);
        upkeep.start();
    }

    /** Asks for a run soon, whether it is due or paused; one that waits already is not run twice. NOT_FOUND, ILLEGAL_STATE. */
    public void ask(long number) {
        Subscription subscription = catalog.subscriptions()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no subscription-" + number));
        if (subscription.state() == SubscriptionState.REMOVED) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, "subscription-" + number + " was removed");
        }
        synchronized (asked) {
            if (asked.contains(number)) return;
            if (asked.size() == ASKED_MAX) {
                throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, "too many runs of subscriptions wait already");
            }
            asked.add(number);
        }
        upkeep.wake();
    }

    /** UNSUPPORTED if there is no index that a run could ask. */
    public void refuseWithoutIndex() {
        Harvest.refuseWithoutIndex(federation);
    }

    /** Runs what was asked for, then what is due. One call at a time. */
    synchronized void pass() {
        boolean hasRun = false;
        for (Long next = nextAsked(); next != null && !isStopping; next = nextAsked()) {
            run(next, true);
            hasRun = true;
        }
        // Those that are due are one process's; one that was asked for here is run here.
        boolean isOurs = catalog.duties().hold("subscriptions", DUTY_LONGEST);
        for (Subscription due : isOurs ? catalog.subscriptions().due(100) : List.<Subscription>of()) {
            if (isStopping) return;
            run(due.number(), false);
            hasRun = true;
        }
        if (isOurs && !isStopping) dismissWithdrawals();
        if (hasRun && !isStopping) policies.pass();
    }

    /** Once in each process, which has the same indexes as long as it lives. */
    private void dismissWithdrawals() {
        if (areDismissed || federation.indexes().isEmpty()) return;
        Set<String> asked = new TreeSet<>(federation.indexes());
        asked.addAll(alsoTelling);
        int dismissed = Durable.await(catalog.withdrawals().dismiss(asked));
        areDismissed = dismissed == 0; // else there may be more
    }

    private @Nullable Long nextAsked() {
        synchronized (asked) {
            return asked.poll();
        }
    }

    private void run(long number, boolean isAsked) {
        Subscription begun = Durable.await(catalog.subscriptions().begin(number));
        try {
            DatasetResolver resolver = new DatasetResolver(federation, catalog);
            new SubscriptionRun(catalog, federation, resolver, jobs, begun, isAsked, () -> !isStopping)
                    .run(clock.instant());
        } catch (MoverException e) {
            if (!isStopping) LOG.warn("subscription-{} was not run to its end: {}", number, e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("subscription-{} failed", number, e);
        }
    }

    /** Waits for the run that goes on, which stops at its next step. */
    @Override
    public void close() {
        isStopping = true;
        upkeep.close();
    }
}
