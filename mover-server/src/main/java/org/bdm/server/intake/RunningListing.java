package org.bdm.server.intake;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobState;
import org.bdm.server.catalog.ListingLease;
import org.bdm.server.catalog.NumberedItem;
import org.bdm.server.catalog.StateReason;
import org.bdm.server.scheduler.JobSettings;
import org.bdm.server.scheduler.RunningWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listing under way: goes through the items of a job in order and keeps what it finds in batches, so that a restart goes on behind the
 * last batch. Runs on one thread of its own; {@link #stop} may be called on any.
 */
final class RunningListing implements RunningWork, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningListing.class);
    private static final int ITEMS_AT_ONCE = 1000;

    private final IntakeParts parts;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean isStopping;
    private ListingLease lease;
    private Instant nextHeartbeat;

    RunningListing(ListingLease lease, IntakeParts parts) {
        this.lease = lease;
        this.parts = parts;
        this.nextHeartbeat = parts.clock().instant().plus(IntakeParts.LEASE.dividedBy(3));
    }

    void begin() {
        Thread thread = new Thread(this, "listing-" + lease.job());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public JobId job() {
        return lease.job();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public void stop() {
        isStopping = true;
    }

    @Override
    public void run() {
        try {
            list();
        } catch (MoverException e) {
            LOG.warn("listing of {} ended early and is taken up again: {}", lease.job(), e.sentence());
        } catch (RuntimeException e) {
            LOG.error("listing of {} met a defect", lease.job(), e);
            explain(new MoverException(ErrorCode.INTERNAL, "the listing met a defect: " + e, e));
        } finally {
            release();
            ended.complete(null);
        }
    }

    private void list() {
        Optional<Job> found = parts.catalog().jobs().find(lease.job());
        if (found.isEmpty()) return;
        Job job = found.get();
        if (job.state() == JobState.QUEUED) {
            job = parts.catalog().jobs().change(job.id(), JobState.PLANNING, null).join();
        }
        JobSettings settings = parts.settings().read(job.request().optionsJson());
        try (ListedRoute route = new ListedRoute(parts, job, settings, this::mayGoOn)) {
            listItems(route);
            if (!mayGoOn()) return;
            route.flush();
            parts.catalog().listings().complete(job.id()).join();
            Job listed = parts.catalog().jobs().find(job.id()).orElse(job);
            if (listed.state() == JobState.PLANNING) {
                parts.catalog().jobs().change(job.id(), JobState.ACTIVE, null).join();
            }
        }
    }

    private void listItems(ListedRoute route) {
        route.continueDirectories();
        Deque<NumberedItem> items = new ArrayDeque<>();
        while (mayGoOn()) {
            if (items.isEmpty()) {
                List<NumberedItem> more = parts.catalog().jobs().items(lease.job(), route.nextItem(), ITEMS_AT_ONCE);
                if (more.isEmpty()) return;
                items.addAll(more);
            }
            while (!items.isEmpty() && mayGoOn()) route.listItem(items.removeFirst());
        }
    }

    /** Whether the listing is still ours to make; also keeps the lease alive. */
    private boolean mayGoOn() {
        Instant now = parts.clock().instant();
        if (!isStopping && !now.isBefore(nextHeartbeat)) {
            nextHeartbeat = now.plus(IntakeParts.LEASE.dividedBy(3));
            Optional<ListingLease> kept = parts.catalog().listings().heartbeat(lease, IntakeParts.LEASE);
            if (kept.isEmpty()) {
                LOG.warn("the lease of the listing of {} was lost", lease.job());
                isStopping = true;
            } else {
                lease = kept.get();
            }
        }
        return !isStopping;
    }

    private void explain(MoverException reason) {
        StateReason text =
                new StateReason(reason.code().name(), reason.sentence(), parts.clock().instant(), null);
        parts.catalog().jobs().explain(lease.job(), text);
    }

    private void release() {
        try {
            parts.catalog().listings().release(lease);
        } catch (MoverException e) {
            LOG.warn("the lease of the listing of {} runs out by itself: {}", lease.job(), e.sentence());
        }
    }
}
