package org.bdm.server.job.listing;

import java.time.Duration;
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
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ListingLease;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.schedule.HeartbeatTimes;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.schedule.WorkTimes;
import org.bdm.server.site.opening.Closure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listing under way: goes through the items of a job in order and keeps what it finds in batches, so that a restart goes on behind the
 * last batch. Runs on one thread of its own; {@link #stop} may be called on any.
 */
final class RunningListing implements RunningWork, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningListing.class);
    private static final int ITEMS_AT_ONCE = 1000;
    private static final Duration RETRY_AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration RETRY_AFTER_CLOSED = Duration.ofSeconds(2);
    private static final Duration RECHECK_AFTER = Duration.ofSeconds(60);

    private final IntakeParts parts;
    private final Runnable wake;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean isStopping;
    private ListingLease lease;
    private final HeartbeatTimes heartbeats;
    private final ListedPlaces places;

    RunningListing(ListingLease lease, IntakeParts parts, Runnable wake) {
        this.lease = lease;
        this.parts = parts;
        this.wake = wake;
        this.places = new ListedPlaces(parts, lease.job());
        this.heartbeats = new HeartbeatTimes(parts.clock(), parts.nanoTime(), IntakeParts.LEASE);
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
        boolean mayBeLeasedAgain = true;
        try {
            list();
        } catch (MoverException e) {
            mayBeLeasedAgain = endedEarly(e);
        } catch (RuntimeException | Error e) {
            LOG.error("listing {} failed", lease.job(), e);
            mayBeLeasedAgain =
                    endedEarly(new MoverException(ErrorCode.INTERNAL, "internal error in the listing: " + e, e));
        } finally {
            release(mayBeLeasedAgain);
            ended.complete(null);
        }
    }

    private void list() {
        Instant began = parts.clock().instant();
        Job job = parts.catalog().jobs().find(lease.job()).orElse(null);
        if (job == null || !job.mayRun()) return;
        // What was just learnt of data nodes counts, such as the other host of one that is banned.
        parts.openings().look();
        if (job.state() == JobState.QUEUED) job = change(job.id(), JobState.PLANNING);
        // An earlier run may have ended between keeping the first files and saying so.
        boolean hasFiles = parts.catalog().chunks().nextAvailable(job.id()).isPresent();
        if (job.state() == JobState.PLANNING && hasFiles) job = change(job.id(), JobState.ACTIVE);
        JobSettings settings = job.request().settings();
        try (ListedRoute route = new ListedRoute(parts, job, settings, places, this::mayGoOn, wake)) {
            listItems(route);
            refuseClosed();
            if (!mayGoOn()) return;
            route.flush();
            route.noteDangling();
            route.noteHardLinks();
        } finally {
            noteTime(job.id(), Duration.between(began, parts.clock().instant()));
        }
        // In this order: a PLANNING job that is wholly listed would be nobody's work.
        Job listed = parts.catalog().jobs().find(job.id()).orElse(job);
        if (listed.state() == JobState.PLANNING) change(job.id(), JobState.ACTIVE);
        Durable.await(parts.catalog().listings().complete(job.id()));
    }

    private Job change(JobId job, JobState next) {
        return Durable.await(parts.catalog().jobs().change(job, next, null));
    }

    /** Only for the report. */
    private void noteTime(JobId job, Duration took) {
        if (took.toMillis() <= 0) return;
        try {
            var unused = WorkTimes.listing(took).note(parts.catalog(), job).whenComplete((noted, error) -> {
                if (error != null) LOG.info("the time of the listing of {} was not noted: {}", job, error.getMessage());
            });
        } catch (MoverException e) {
            LOG.info("the time of the listing of {} was not noted: {}", job, e.detail());
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
            while (!items.isEmpty() && mayGoOn()) {
                NumberedItem next = items.removeFirst();
                route.lookAhead(items);
                route.listItem(next);
            }
        }
    }

    /** True if the listing is still ours to make; also keeps the lease alive. */
    private boolean mayGoOn() {
        if (!isStopping && heartbeats.isDue()) {
            Optional<ListingLease> kept = parts.catalog().listings().heartbeat(lease, IntakeParts.LEASE);
            if (kept.isEmpty()) {
                LOG.warn("the lease of the listing of {} was lost", lease.job());
                isStopping = true;
            } else {
                lease = kept.get();
            }
        }
        return !isStopping && places.closure().isEmpty();
    }

    private void refuseClosed() {
        Optional<Closure> closed = places.closure();
        if (closed.isPresent() && !isStopping) throw closed.get().refusal();
    }

    /** True if the listing may be leased again at once: not if it would only fail in the same way. */
    private boolean endedEarly(MoverException reason) {
        try {
            Optional<Job> job = parts.catalog().jobs().find(lease.job());
            if (job.isEmpty() || !job.get().mayRun()) {
                LOG.info("the listing of {} ended with its job: {}", lease.job(), reason.detail());
                return true;
            }
            if (Credentials.isReason(reason)) {
                pauseForCredentials(reason);
                return true;
            }
            if (ListedPlaces.isReason(reason)) return waitsForPlace(job.get(), reason);
            LOG.warn("the listing of {} ended early and is taken up again: {}", lease.job(), reason.sentence());
            Instant now = parts.clock().instant();
            JobReason text = new JobReason(reason.code().name(), reason.sentence(), now, now.plus(RETRY_AFTER_FAILURE));
            var unused = parts.catalog().jobs().explain(lease.job(), text).exceptionally(error -> {
                LOG.info("why {} waits was not written: {}", lease.job(), error.getMessage());
                return job.get();
            });
        } catch (MoverException e) {
            LOG.warn("the listing of {} ended early: {}; {}", lease.job(), reason.sentence(), e.sentence());
        }
        return false;
    }

    private void pauseForCredentials(MoverException reason) {
        Instant now = parts.clock().instant();
        JobReason why = new JobReason(
                PauseReason.CREDENTIALS.name(), reason.code() + ": " + reason.sentence(), now, now.plus(RECHECK_AFTER));
        LOG.warn("{} pauses: {}", lease.job(), reason.sentence());
        Durable.await(parts.catalog().jobs().change(lease.job(), JobState.PAUSED, why));
    }

    /** The job pauses if nothing of it can be moved meanwhile either; else only the listing waits. */
    private boolean waitsForPlace(Job job, MoverException reason) {
        JobReason why = places.reason(reason, parts.clock().instant());
        LOG.info("the listing of {} waits: {}", job.id(), why.text());
        boolean hasFiles = parts.catalog().jobs().counts(job.id()).open() > 0
                && !parts.catalog().chunks().closed().isAll(job.id());
        if (!hasFiles) {
            Durable.await(parts.catalog().jobs().change(job.id(), JobState.PAUSED, why));
            return true;
        }
        Durable.await(parts.catalog().jobs().explain(job.id(), why));
        return false;
    }

    private void release(boolean mayBeLeasedAgain) {
        try {
            if (mayBeLeasedAgain) {
                parts.catalog().listings().release(lease);
            } else if (parts.catalog()
                    .listings()
                    .heartbeat(lease, places.closure().isPresent() ? RETRY_AFTER_CLOSED : RETRY_AFTER_FAILURE)
                    .isEmpty()) {
                LOG.info("the listing of {} is another node's now", lease.job());
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("the lease of the listing of {} runs out by itself", lease.job(), e);
        }
    }
}
