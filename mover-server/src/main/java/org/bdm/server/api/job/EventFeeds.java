package org.bdm.server.api.job;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.EventView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.connections.Shares;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Caller;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Live feeds of events. One look at the newest number serves all; each feed has a thread of its own, so that a slow reader holds up nobody
 * else, and there are at most 64 of them. A feed ends with its job, with the token of its reader, or when the reader is gone.
 */
public final class EventFeeds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventFeeds.class);
    private static final int FEEDS_MAX = 64;
    private static final int FEEDS_PER_TOKEN_MAX = 16;
    private static final int ROWS_AT_ONCE = 200;
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final Duration ASK_EVERY = Duration.ofSeconds(2);
    /** A page says within ten seconds that the server is silent. */
    private static final Duration ALIVE_EVERY = Duration.ofSeconds(3);

    /** An event of its own name, which scripts of a browser can hear; a comment they cannot. */
    private static final Set<ResponseBodyEmitter.DataWithMediaType> ALIVE = SseEmitter.event()
            .name("alive")
            .data("{}", MediaType.APPLICATION_JSON)
            .build();

    private final Catalog catalog;
    private final AccessTokens tokens;
    private final EventViews views;
    private final VisibleJobs visible;
    private final Clock clock;
    private final ThreadPoolExecutor feeds;
    private final ScheduledExecutorService looks;
    private final ScheduledFuture<?> looking;
    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final Shares<SseEmitter> shares = new Shares<>(FEEDS_PER_TOKEN_MAX, FEEDS_MAX);

    private long newest; // guarded by this
    private volatile boolean isClosing;

    EventFeeds(Catalog catalog, AccessTokens tokens, EventViews views, VisibleJobs visible, Clock clock) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.views = views;
        this.visible = visible;
        this.clock = clock;
        this.feeds = new ThreadPoolExecutor(
                0, FEEDS_MAX, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> daemon(task, "event-feed"));
        this.looks = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "event-look"));
        this.looking = looks.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Begins a feed.
     *
     * @param job null for the events of all jobs
     * @param after number of the last event that the reader has; null begins with what comes next
     * @throws MoverException TOO_MANY_REQUESTS
     */
    SseEmitter begin(@Nullable JobId job, @Nullable Long after, Caller caller) {
        long from = after == null ? catalog.events().newest() : after;
        return begin(caller, emitter -> follow(emitter, job, from, caller));
    }

    /** Begins a feed of a job of another site, which is asked every two seconds; as the other. */
    SseEmitter beginElsewhere(FollowedJob elsewhere, @Nullable Long after, Caller caller) {
        return begin(caller, emitter -> follow(emitter, elsewhere, after, caller));
    }

    /** Sends events until the feed is over. */
    private interface Following {
        void follow(SseEmitter emitter) throws IOException, InterruptedException;
    }

    private SseEmitter begin(Caller caller, Following following) {
        SseEmitter emitter = new SseEmitter(0L);
        if (!shares.tryTake(emitter, caller.name())) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "as many live feeds are open already, of you or of all, as may be");
        }
        open.add(emitter);
        try {
            feeds.execute(() -> run(emitter, following));
        } catch (RejectedExecutionException e) {
            forget(emitter);
            throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, FEEDS_MAX + " live feeds are open already", e);
        }
        return emitter;
    }

    private void run(SseEmitter emitter, Following following) {
        try {
            emitter.send(SseEmitter.event().comment("begins"));
            following.follow(emitter);
            emitter.complete();
        } catch (IOException | IllegalStateException gone) {
            LOG.debug("a reader of a live feed is gone: {}", gone.toString());
        } catch (MoverException e) {
            LOG.warn("a live feed ended: {}", e.sentence());
            emitter.complete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            emitter.complete();
        } finally {
            forget(emitter);
        }
    }

    private void forget(SseEmitter emitter) {
        open.remove(emitter);
        shares.release(emitter);
    }

    private void follow(SseEmitter emitter, @Nullable JobId job, long from, Caller caller)
            throws IOException, InterruptedException {
        long last = from;
        Instant alive = clock.instant().plus(ALIVE_EVERY);
        while (!isClosing) {
            // Looked at first: what is written after the job ended is then sent as well.
            boolean isOver = job != null
                    && catalog.jobs()
                            .find(job)
                            .map(Job::state)
                            .map(s -> s.isFinal())
                            .orElse(true);
            long seen = newestSeen();
            List<Event> events = catalog.events().after(job, last, ROWS_AT_ONCE);
            for (Event event : events) {
                last = event.number();
                if (job == null && !visible.sees(caller, event.job())) continue;
                emitter.send(SseEmitter.event()
                        .id(String.valueOf(event.number()))
                        .data(views.of(event), MediaType.APPLICATION_JSON));
            }
            if (events.size() == ROWS_AT_ONCE) continue;
            if (isOver) return;
            awaitNewerThan(Math.max(seen, last), alive);
            if (clock.instant().isBefore(alive)) continue;
            alive = clock.instant().plus(ALIVE_EVERY);
            if (tokens.callerOf(caller.tokenSha256()).isEmpty()) return;
            emitter.send(ALIVE);
        }
    }

    private void follow(SseEmitter emitter, FollowedJob elsewhere, @Nullable Long after, Caller caller)
            throws IOException, InterruptedException {
        long last = after == null ? elsewhere.newest() : after;
        boolean isOver = false;
        while (!isClosing) {
            Page<EventView> page = elsewhere.after(last);
            for (EventView event : page.items()) {
                last = Long.parseLong(event.id());
                emitter.send(SseEmitter.event().id(event.id()).data(event, MediaType.APPLICATION_JSON));
            }
            if (page.nextCursor() != null) continue;
            if (isOver || tokens.callerOf(caller.tokenSha256()).isEmpty()) return;
            isOver = page.items().isEmpty()
                    && elsewhere.isOver(); // then once more: it may have ended between the two looks
            if (isOver) continue;
            emitter.send(ALIVE);
            awaitClosing(clock.instant().plus(ASK_EVERY));
        }
    }

    private synchronized void awaitClosing(Instant until) throws InterruptedException {
        while (!isClosing && clock.instant().isBefore(until)) wait(LOOK_EVERY.toMillis());
    }

    private synchronized long newestSeen() {
        return newest;
    }

    private synchronized void awaitNewerThan(long number, Instant until) throws InterruptedException {
        while (newest <= number && !isClosing && clock.instant().isBefore(until)) wait(LOOK_EVERY.toMillis());
    }

    private void look() {
        if (open.isEmpty()) return;
        try {
            long found = catalog.events().newest();
            synchronized (this) {
                boolean isNew = found != newest;
                newest = found;
                if (isNew) notifyAll();
            }
        } catch (MoverException e) {
            LOG.warn("live feeds cannot look for events, and look again: {}", e.sentence());
        }
    }

    @Override
    public void close() {
        looking.cancel(true);
        looks.shutdownNow();
        synchronized (this) {
            isClosing = true;
            notifyAll();
        }
        feeds.shutdownNow();
        open.forEach(SseEmitter::complete);
    }
}
