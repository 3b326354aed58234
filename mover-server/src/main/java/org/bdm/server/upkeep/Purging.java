package org.bdm.server.upkeep;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.DiskThreads;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.bucket.PlannedRemovals;
import org.bdm.server.job.replaced.InterruptedReplacements;
import org.bdm.server.mirror.MirrorApplication;
import org.bdm.server.mirror.MirrorPlans;
import org.bdm.server.mirror.QuarantinedPlan;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes plans of removal and applies them, one at a time, on a thread of its own. A plan that was being applied, or that a mirror job waits
 * for, goes on with the next process when one ends; any other one that was being made has failed, and nothing was removed. Any thread.
 */
public final class Purging implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Purging.class);
    private static final Duration VALID_FOR = Duration.ofDays(7);
    private static final int OPEN_MAX = 20;

    private final Catalog catalog;
    private final LocalExports exports;
    private final AskedStores stores;
    private final AuditTrail audit;
    private final MirrorPlans mirrors;
    private final ExecutorService thread = DiskThreads.named("purge", 1);
    private final Set<Long> taken = new HashSet<>(); // guarded by this
    private volatile Map<ExportName, String> toldUnsettled = Map.of();
    private final Map<Long, String> toldStopped = new ConcurrentHashMap<>(); // by plan
    private volatile boolean isStopping;

    /** With its parts; nothing runs before {@link #start}. */
    public Purging(Catalog catalog, LocalExports exports, AskedStores stores, AuditTrail audit) {
        this.catalog = catalog;
        this.exports = exports;
        this.stores = stores;
        this.audit = audit;
        this.mirrors = new MirrorPlans(catalog, exports, stores, VALID_FOR, OPEN_MAX);
    }

    /** Takes up what an earlier process left. */
    public void start() {
        Failure failure = new Failure(ErrorCode.STOPPING, "the process ended while the plan was made: make it again");
        for (PurgePlan plan : catalog.purges().inState(PurgeState.BUILDING, OPEN_MAX)) {
            if (plan.mirror() == null) Durable.await(catalog.purges().made(plan.number(), failure));
        }
        Durable.await(catalog.unconfiguredExports().note(exports.names()));
        look();
    }

    /**
     * Takes up what this node is to do: what an earlier process left, what another node gave it, what a node left that ended or was removed,
     * the plans of mirror jobs that have succeeded, and files that a job was about to replace when its process or session ended. At the start
     * and every few seconds; may block.
     */
    public void look() {
        for (PurgePlan left : catalog.purges().left(OPEN_MAX)) {
            if (isHere(left) && catalog.purges().adopt(left.number()))
                LOG.info("purge-{} is taken over", left.number());
        }
        mirrors.begin();
        wake();
        tell(InterruptedReplacements.settle(catalog, exports));
    }

    /** Once, and again when something else is the matter: it is tried every few seconds. */
    private void tell(Map<ExportName, MoverException> unsettled) {
        Map<ExportName, String> sentences = new HashMap<>();
        unsettled.forEach((export, why) -> sentences.put(export, why.sentence()));
        sentences.forEach((export, sentence) -> {
            if (sentence.equals(toldUnsettled.get(export))) return;
            LOG.warn("files that jobs were replacing in the export {} are left as they are: {}", export, sentence);
        });
        toldUnsettled = sentences;
    }

    /** Begins to make a plan, which is valid for 7 days; the future completes when that is on stable storage. TOO_MANY_REQUESTS. */
    public CompletableFuture<PurgePlan> plan(String owner, PurgeQuestion question) {
        return catalog.purges()
                .begin(owner, question.shown(), question.withoutSuccessor(), VALID_FOR, OPEN_MAX)
                .thenApply(plan -> {
                    execute(() -> make(plan, question));
                    return plan;
                });
    }

    /**
     * Begins to apply a plan, or continues it; one that was applied is given as it ended. A node that has all its exports does it.
     *
     * @param confirmed number of files that the person repeated; null for none
     * @throws MoverException NOT_FOUND, ILLEGAL_STATE, INVALID_REQUEST if a number is missing or wrong; EXPORT_ELSEWHERE if no node that is
     *     up has all exports of the plan
     */
    public CompletableFuture<PurgePlan> apply(long plan, String by, @Nullable Long confirmed) {
        catalog.purges().find(plan).ifPresent(found -> mirrors.refuseUnlessConfirmed(found, confirmed));
        OptionalLong other = exports.otherNodeWith(catalog.purges().exportsOf(plan), true);
        return catalog.purges().apply(plan, by, other).thenApply(begun -> {
            if (other.isEmpty()) wake();
            return begun;
        });
    }

    /** Begins to move the files of a mirror plan that was applied back from the quarantine, or continues it; fails as {@link #apply}. */
    public CompletableFuture<PurgePlan> restore(long plan) {
        return take(plan, PurgeState.RESTORING);
    }

    /** Begins to delete the files of a mirror plan that was applied from the quarantine, or continues it; fails as {@link #apply}. */
    public CompletableFuture<PurgePlan> empty(long plan) {
        return take(plan, PurgeState.EMPTYING);
    }

    private CompletableFuture<PurgePlan> take(long plan, PurgeState state) {
        mirrors.refuseOfBucket(plan);
        OptionalLong other = exports.otherNodeWith(catalog.purges().exportsOf(plan), true);
        return catalog.mirrors().take(plan, state, other).thenApply(begun -> {
            if (other.isEmpty()) wake();
            return begun;
        });
    }

    private void wake() {
        for (PurgePlan plan : catalog.purges().goingOn(OPEN_MAX)) {
            if (!isTaken(plan) && isHere(plan)) take(plan);
        }
    }

    private boolean isHere(PurgePlan plan) {
        List<ExportName> needed = plan.mirror() == null || plan.replaces()
                ? catalog.purges().exportsOf(plan.number())
                : mirrors.exportsOf(plan);
        List<ExportName> gone =
                needed.stream().filter(exports::isWritableElsewhereOnly).toList();
        if (!gone.isEmpty()) LOG.info("purge-{} waits for a node with the exports {}", plan.number(), gone);
        return gone.isEmpty();
    }

    private synchronized boolean isTaken(PurgePlan plan) {
        return taken.contains(plan.number());
    }

    private synchronized void take(PurgePlan plan) {
        if (isStopping || !taken.add(plan.number())) return;
        execute(() -> run(plan));
    }

    private void execute(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("the rest is done after the next start", e);
        }
    }

    private void make(PurgePlan plan, PurgeQuestion question) {
        Failure failure = null;
        try {
            if (isStopping) return;
            var firstOf = new PurgePlanning(catalog, plan, question, () -> !isStopping).run();
            String note = PlannedRemovals.note(stores, exports, firstOf);
            if (!note.isEmpty()) Durable.await(catalog.purges().note(plan.number(), note));
        } catch (MoverException e) {
            if (isStopping) return;
            failure = new Failure(e);
        } catch (RuntimeException | Error e) {
            LOG.error("making purge-{} failed", plan.number(), e);
            failure =
                    new Failure(ErrorCode.INTERNAL, "a defect: " + e.getClass().getSimpleName());
        }
        try {
            Durable.await(catalog.purges().made(plan.number(), failure));
        } catch (MoverException e) {
            LOG.warn("the end of the making of purge-{} was not recorded: {}", plan.number(), e.sentence());
        }
    }

    private void run(PurgePlan listed) {
        try {
            if (isStopping) return;
            // It may have ended, or be gone, since it was found.
            catalog.purges().find(listed.number()).ifPresent(this::goOn);
            toldStopped.remove(listed.number());
        } catch (MoverException e) {
            if (!isStopping) stopped(listed, e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("purge-{} failed", listed.number(), e);
            stopped(listed, "a defect: " + e.getClass().getSimpleName());
        } finally {
            synchronized (this) {
                taken.remove(listed.number());
            }
        }
    }

    private void goOn(PurgePlan plan) {
        switch (plan.state()) {
            case BUILDING -> mirrors.make(plan, () -> !isStopping);
            case APPLYING -> applyAll(plan);
            case RESTORING, EMPTYING -> new QuarantinedPlan(catalog, exports, plan, () -> !isStopping).run();
            case OPEN, APPLIED, FAILED, DISCARDED, RESTORED, PARTLY_RESTORED, EMPTIED -> {
                // it has ended meanwhile
            }
        }
    }

    private static String by(PurgePlan plan) {
        PurgePlan.Application begun = plan.application();
        return begun == null ? plan.owner() : begun.by();
    }

    private void applyAll(PurgePlan plan) {
        PurgePlan ended = plan.mirror() == null
                ? new PurgeApplication(catalog, exports, stores, plan, () -> !isStopping).run()
                : new MirrorApplication(catalog, exports, stores, plan, () -> !isStopping).run();
        PurgePlan.Application application = ended.application();
        if (application == null) return;
        audit.note(
                by(plan),
                "purge",
                "purge-" + plan.number(),
                "ok",
                "",
                application.removedFiles() + " files with " + application.removedBytes() + " bytes removed, "
                        + application.keptFiles() + " kept");
    }

    /** It stays as it is, and is tried again. */
    /** Once, and again when something else is the matter: the plan is taken up every few seconds. */
    private void stopped(PurgePlan plan, String why) {
        if (why.equals(toldStopped.put(plan.number(), why))) return;
        LOG.warn("purge-{} stopped: {}", plan.number(), why);
        audit.note(by(plan), "purge", "purge-" + plan.number(), "failed", "", why);
    }

    /** Stops between two groups of files; what was begun goes on with the next start. */
    @Override
    public void close() {
        isStopping = true;
        DiskThreads.close(thread);
    }
}
