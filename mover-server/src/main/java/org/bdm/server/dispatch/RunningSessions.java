package org.bdm.server.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.server.catalog.ChunkLease;
import org.bdm.server.catalog.FileRow;
import org.bdm.server.catalog.Job;
import org.bdm.server.progress.LiveJob;
import org.bdm.server.scheduler.JobSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of one running job, one per route, and the chunks they work on. Belongs to the job's thread, but for {@link #look}. */
final class RunningSessions {
    private static final Logger LOG = LoggerFactory.getLogger(RunningSessions.class);
    private static final int CHUNKS_HELD_MAX = 32;
    private static final long STOP_WAIT_SECONDS = 8;

    private final Job job;
    private final DispatchParts parts;
    private final JobSettings settings;
    private final Consumer<Runnable> post;
    private final Consumer<MoverException> onTrouble;
    private final Map<Route, FetchSession> byRoute = new HashMap<>();
    private final Map<Integer, HeldChunk> held = new HashMap<>();
    private final ChunkEntries entries;
    private final AtomicLong filesEnded = new AtomicLong();
    private final SpeedWindow speed;
    private volatile List<FetchSession> open = List.of(); // for those who look
    private long bytesPerSecondMax;
    private boolean wantsMore = true;
    private int streamsMost;

    RunningSessions(Job job, DispatchParts parts, Consumer<Runnable> post, Consumer<MoverException> onTrouble) {
        this.job = job;
        this.parts = parts;
        this.post = post;
        this.onTrouble = onTrouble;
        this.settings = parts.settings().read(job.request().optionsJson());
        this.bytesPerSecondMax = job.request().maxRateBytesPerSecond();
        this.entries = new ChunkEntries(parts, settings);
        this.speed = new SpeedWindow(System::nanoTime);
    }

    JobSettings settings() {
        return settings;
    }

    int streamsMost() {
        return streamsMost;
    }

    boolean wantsMore() {
        return wantsMore && held.size() < CHUNKS_HELD_MAX || held.isEmpty();
    }

    boolean isIdle() {
        return held.isEmpty();
    }

    /** Reads the open files of a chunk and gives them to the session of its route. */
    void add(ChunkLease lease) {
        List<FileRow> rows = entries.openFiles(lease);
        if (rows.isEmpty()) {
            parts.catalog().chunks().finish(lease).join();
            return;
        }
        Route route = Route.of(rows.get(0).item().item());
        FetchSession session;
        try {
            session = byRoute.computeIfAbsent(route, this::begin);
        } catch (MoverException e) {
            parts.catalog().chunks().release(lease, parts.clock().instant());
            onTrouble.accept(e);
            return;
        }
        HeldChunk chunk = new HeldChunk(lease, rows, session, parts.catalog());
        held.put(lease.chunk(), chunk);
        wantsMore = false;
        session.add(new TransferChunk(lease.chunk(), entries.of(rows)));
    }

    private FetchSession begin(Route route) {
        FetchSession session =
                parts.sessions().begin(job.id(), route, settings.transferOptions(bytesPerSecondMax), new Told());
        List<FetchSession> more = new ArrayList<>(open);
        more.add(session);
        open = List.copyOf(more);
        return session;
    }

    void limitRate(long bytesPerSecondMax) {
        this.bytesPerSecondMax = bytesPerSecondMax;
        byRoute.values().forEach(session -> session.limitRate(bytesPerSecondMax));
    }

    /** Writes outcomes that wait, and ends chunks whose outcomes are durable. */
    void tick() {
        List<HeldChunk> ended = held.values().stream().filter(HeldChunk::tick).toList();
        for (HeldChunk chunk : ended) held.remove(chunk.number());
        for (FetchSession session : byRoute.values()) streamsMost = Math.max(streamsMost, session.progress().streams());
    }

    void heartbeat() {
        for (HeldChunk chunk : held.values()) {
            Optional<ChunkLease> kept = parts.catalog().chunks().heartbeat(chunk.lease(), DispatchParts.LEASE);
            if (kept.isEmpty()) {
                LOG.warn("the lease of chunk {} of {} was lost; this node stops its work on the job", chunk.number(), job.id());
                onTrouble.accept(new MoverException(
                        ErrorCode.TIMED_OUT, "the lease of chunk " + chunk.number() + " of " + job.id() + " ran out"));
                return;
            }
            chunk.renew(kept.get());
        }
    }

    /** What all sessions do now. Any thread. */
    LiveJob look() {
        int active = 0;
        int verifying = 0;
        int streams = 0;
        long moved = 0;
        String limitedBy = "";
        for (FetchSession session : open) {
            FetchProgress progress = session.progress();
            active += progress.filesActive();
            verifying += progress.filesVerifying();
            streams += progress.streams();
            moved += progress.bytesMoved();
            if (!progress.limitedBy().equals("nothing")) limitedBy = progress.limitedBy();
        }
        SpeedWindow.Speed now = speed.at(moved, filesEnded.get());
        return new LiveJob(active, verifying, now.bytesPerSecond(), now.filesPerSecond(), streams, limitedBy);
    }

    boolean isEncrypted() {
        return open.stream().anyMatch(session -> session.progress().encrypted());
    }

    /** Ends all sessions; waits until they have, at most a few seconds. */
    void stopAll(boolean discard) {
        List<CompletableFuture<Void>> stops = byRoute.values().stream()
                .map(session -> (discard ? session.discard() : session.stop()).toCompletableFuture())
                .toList();
        CompletableFuture.allOf(stops.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, STOP_WAIT_SECONDS, TimeUnit.SECONDS)
                .exceptionally(error -> {
                    LOG.warn("a session of {} did not stop cleanly: {}", job.id(), error.toString());
                    return null;
                })
                .join();
        Instant now = parts.clock().instant();
        held.values().forEach(chunk -> chunk.giveBack(now));
        held.clear();
    }

    /** What sessions say, on their loops: posted to the job's thread. */
    private final class Told implements FetchListener {
        @Override
        public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
            filesEnded.addAndGet(outcomes.size());
            post.accept(() -> {
                HeldChunk of = held.get(chunk);
                if (of != null) of.took(outcomes);
            });
        }

        @Override
        public void onChunkEnded(int chunk) {
            post.accept(() -> {
                HeldChunk of = held.get(chunk);
                if (of != null) of.allTold();
            });
        }

        @Override
        public void onWantsMore() {
            post.accept(() -> wantsMore = true);
        }

        @Override
        public void onBlocked(MoverException reason) {
            post.accept(() -> onTrouble.accept(reason));
        }

        @Override
        public void onSourceLost(MoverException reason) {
            post.accept(() -> onTrouble.accept(reason));
        }
    }
}
