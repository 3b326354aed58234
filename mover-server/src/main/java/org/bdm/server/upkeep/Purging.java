package org.bdm.server.upkeep;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes plans of removal and applies them, one at a time, on a thread of its own. A plan that was being applied when the process ended goes on
 * with the next one; one that was being made has failed, and nothing was removed. Any thread.
 */
public final class Purging implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Purging.class);
    private static final Duration VALID_FOR = Duration.ofDays(7);
    private static final int OPEN_MAX = 20;

    private final Catalog catalog;
    private final LocalExports exports;
    private final AuditTrail audit;
    private final ExecutorService thread = DiskThreads.named("purge", 1);
    private final Set<Long> taken = new HashSet<>(); // guarded by this
    private volatile boolean isStopping;

    /** With its parts; nothing runs before {@link #start}. */
    public Purging(Catalog catalog, LocalExports exports, AuditTrail audit) {
        this.catalog = catalog;
        this.exports = exports;
        this.audit = audit;
    }

    /** Takes up what an earlier process left. */
    public void start() {
        Failure failure = new Failure(ErrorCode.STOPPING, "the process ended while the plan was made: make it again");
        for (PurgePlan plan : catalog.purges().inState(PurgeState.BUILDING, OPEN_MAX)) {
            Durable.await(catalog.purges().made(plan.number(), failure));
        }
        look();
    }

    /**
     * Takes up what is to be applied by this node: what an earlier process left, what another node gave it, and what a node left that ended
     * or was removed. At the start and every few seconds; may block.
     */
    public void look() {
        for (PurgePlan left : catalog.purges().left(OPEN_MAX)) {
            if (isHere(left) && catalog.purges().adopt(left.number()))
                LOG.info("purge-{} is taken over", left.number());
        }
        wake();
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
     * @throws MoverException NOT_FOUND, ILLEGAL_STATE; EXPORT_ELSEWHERE if no node that is up has all exports of the plan
     */
    public CompletableFuture<PurgePlan> apply(long plan, String by) {
        OptionalLong other = exports.otherNodeWith(catalog.purges().exportsOf(plan), true);
        return catalog.purges().apply(plan, by, other).thenApply(begun -> {
            if (other.isEmpty()) wake();
            return begun;
        });
    }

    private void wake() {
        for (PurgePlan plan : catalog.purges().inState(PurgeState.APPLYING, OPEN_MAX)) {
            if (!isTaken(plan) && isHere(plan)) take(plan);
        }
    }

    private boolean isHere(PurgePlan plan) {
        List<ExportName> gone = catalog.purges().exportsOf(plan.number()).stream()
                .filter(exports::isWritableElsewhereOnly)
                .toList();
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
            new PurgePlanning(catalog, plan, question, () -> !isStopping).run();
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

    private void run(PurgePlan plan) {
        PurgePlan.Application begun = plan.application();
        String by = begun == null ? plan.owner() : begun.by();
        try {
            if (isStopping) return;
            PurgePlan ended = new PurgeApplication(catalog, exports, plan, () -> !isStopping).run();
            PurgePlan.Application application = ended.application();
            if (application == null) return;
            audit.note(
                    by,
                    "purge",
                    "purge-" + plan.number(),
                    "ok",
                    "",
                    application.removedFiles() + " files with " + application.removedBytes() + " bytes removed, "
                            + application.keptFiles() + " kept");
        } catch (MoverException e) {
            if (!isStopping) stopped(plan, by, e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("purge-{} failed", plan.number(), e);
            stopped(plan, by, "a defect: " + e.getClass().getSimpleName());
        } finally {
            synchronized (this) {
                taken.remove(plan.number());
            }
        }
    }

    /** It stays APPLYING: applying it again goes on. */
    private void stopped(PurgePlan plan, String by, String why) {
        LOG.warn("purge-{} stopped: {}", plan.number(), why);
        audit.note(by, "purge", "purge-" + plan.number(), "failed", "", why);
    }

    /** Stops between two groups of files; what was begun goes on with the next start. */
    @Override
    public void close() {
        isStopping = true;
        DiskThreads.close(thread);
    }
}
