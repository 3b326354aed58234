package org.bdm.server.job.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.limit.JobTerms;
import org.bdm.server.job.schedule.HeartbeatTimes;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.space.DestinationRoom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moving of one job on this node: keeps its sessions supplied with chunks, and ends the job when nothing is left. One thread of its own
 * does all of it and may wait for the catalog; sessions, steering and stopping post to its queue.
 */
final class RunningJob implements RunningWork, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningJob.class);
    private static final Duration WAIT_HERE_MAX = Duration.ofSeconds(5);
    private static final long TICK_MILLIS = 50;
    private static final int HOPELESS_AFTER = 4;
    private static final Duration LEAVES_WITHIN = Duration.ofSeconds(60);

    /** The ends of a run. */
    private enum End {
        /** Every file is final: the job can end. */
        NOTHING_LEFT,
        /** Stopped from outside, or the rest is due later or somebody else's. */
        FOR_NOW,
        /** A session said that it cannot go on. */
        TROUBLE,
        /** It failed, and would fail again at once. */
        FAILURE
    }

    private final DispatchParts parts;
    private final Job job;
    private final RunMemory memory;
    private final DestinationRoom room;
    private final TrickledFiles trickled;
    private final JobTrouble trouble;
    // Bounded by what sessions can say: at most three notes per leased file, and few chunks are leased at once.
    private final BlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final RunningSessions sessions;
    private final ClosedWork closedWork;
    private final NextChunks next;
    private volatile boolean isStopping;
    private volatile @Nullable Instant leavesBy; // null: it keeps its place
    private volatile JobTerms terms;
    private boolean isExplained; // own thread only
    private @Nullable MoverException reason; // own thread only
    private final HeartbeatTimes heartbeats; // own thread only
    private boolean isLeaseLost; // own thread only

    RunningJob(Job job, DispatchParts parts, RunMemory memory) {
        this.job = job;
        this.parts = parts;
        this.memory = memory;
        this.room = new DestinationRoom(parts.space(), job.id());
        this.trickled = new TrickledFiles(parts, job, () -> !isStopping && heartbeat());
        this.trouble = new JobTrouble(parts, job, memory.pauses());
        this.isExplained = job.reason() != null;
        this.sessions = new RunningSessions(job, parts, memory.destinations(), trickled, posted::add, this::onTrouble);
        this.next = NextChunks.of(job, parts);
        this.closedWork = sessions.closedWork(memory.pauses());
        this.terms = JobTerms.of(job.request());
        this.heartbeats = new HeartbeatTimes(parts.clock(), parts.nanoTime(), DispatchParts.LEASE);
    }

    void begin() {
        wake(); // the first turn leases at once
        Thread thread = new Thread(this, "moving-" + job.id());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public JobId job() {
        return job.id();
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
    public void leave() {
        if (leavesBy == null) leavesBy = parts.clock().instant().plus(LEAVES_WITHIN);
    }

    @Override
    public void steer(JobRequest now) {
        JobTerms next = JobTerms.of(now);
        if (next.equals(terms)) return;
        terms = next;
        posted.add(() -> sessions.steer(next));
    }

    @Override
    public void run() {
        parts.live().began(job.id(), sessions.live());
        try {
            End end = move();
            stopSessions();
            if (sessions.live().filesEnded() > 0) memory.pauses().moved(job.id());
            conclude(end);
        } catch (RuntimeException | Error e) {
            LOG.error("the work on {} did not end cleanly; it is taken up again at {}", job.id(), failed(), e);
        } finally {
            parts.live().ended(job.id(), sessions.live().bytes());
            ended.complete(null);
        }
    }

    private Instant failed() {
        return memory.retries().failed(job.id());
    }

    private End move() {
        try {
            while (!isStopping) {
                runPosted();
                if (reason != null) return End.TROUBLE;
                End end = turn();
                if (end != null) return end;
            }
            return End.FOR_NOW;
        } catch (MoverException e) {
            reason = e;
        } catch (RuntimeException | Error e) {
            LOG.error("moving {} failed", job.id(), e);
            reason = new MoverException(ErrorCode.INTERNAL, "internal error while moving: " + e, e);
        }
        return End.FAILURE;
    }

    /**
     * Looks after what runs; gives how the run ends, null if it goes on. While the catalog is away the sessions go on with what is leased:
     * their bytes are kept, and files are placed as long as their lease lasts, or when it is renewed.
     */
    private @Nullable End turn() {
        try {
            sessions.tick();
            clearExplanation();
            if (!heartbeat()) return End.FAILURE;
            if (isLeaving()) return sessions.isIdle() ? End.FOR_NOW : null;
            lease();
            if (isStopping || reason != null || !sessions.isIdle()) return null;
            return nothingToDoHere();
        } catch (MoverException e) {
            if (e.code() != ErrorCode.CATALOG_UNAVAILABLE || sessions.isIdle()) throw e;
            LOG.warn("{} continues with what it has: {}", job.id(), e.sentence());
            heartbeats.hurry(); // the first thing when it answers again
            return null;
        }
    }

    /** True if nothing more is leased, so that another job gets the place; what is under way goes on for a while. */
    private boolean isLeaving() {
        Instant latest = leavesBy;
        if (latest != null && !parts.clock().instant().isBefore(latest)) isStopping = true;
        return latest != null;
    }

    /** Ends the wait of the own thread: there is something to look at. Any thread. */
    private void wake() {
        posted.add(() -> {});
    }

    private void lease() {
        while (!isStopping && reason == null && sessions.wantsMore()) {
            if (!hasRoom()) return;
            long asked = parts.nanoTime().getAsLong();
            Optional<ChunkLease> chunk = next.lease(sessions::isHeld);
            if (chunk.isEmpty()) return;
            sessions.add(LeasedChunk.of(chunk.get(), asked, parts));
        }
    }

    private boolean hasRoom() {
        if (trickled.isOn()) return !trickled.isFull();
        Optional<MoverException> missing = missingRoom();
        if (missing.isEmpty()) return true;
        if (!trickles()) {
            onTrouble(missing.get());
            return false;
        }
        trickled.begin();
        isExplained = false; // it stays so while it trickles
        trouble.explainTrickling(missing.get());
        return true;
    }

    /** Says why not all files fit. */
    private Optional<MoverException> missingRoom() {
        try {
            room.require(() -> !isStopping && heartbeat());
            return Optional.empty();
        } catch (MoverException e) {
            if (e.code() != ErrorCode.NO_SPACE) throw e;
            return Optional.of(e);
        }
    }

    private boolean trickles() {
        return job.request().settings().onNoSpace() == JobSettings.OnNoSpace.TRICKLE;
    }

    /** With nothing under way: the job pauses if no file fits, with the numbers of now. */
    private boolean isFull() {
        if (!trickled.areWaiting()) return false;
        trickled.end();
        room.lookAgain();
        Optional<MoverException> missing = missingRoom();
        missing.ifPresentOrElse(
                why -> onTrouble(JobTrouble.trickling(why)), () -> trouble.explain(null, Instant.EPOCH));
        return missing.isPresent();
    }

    private void runPosted() {
        try {
            Runnable first = posted.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
            if (first == null) return;
            first.run();
            for (Runnable next = posted.poll(); next != null; next = posted.poll()) next.run();
        } catch (InterruptedException e) {
            throw new MoverException(ErrorCode.STOPPING, "the moving of " + job.id() + " was interrupted", e);
        }
    }

    /** False if a lease was lost: another node may work on those files now. */
    private boolean heartbeat() {
        if (!isLeaseLost && heartbeats.isDue()) isLeaseLost = !sessions.heartbeat();
        return !isLeaseLost;
    }

    private void clearExplanation() {
        if (!isExplained || sessions.live().filesEnded() == 0) return;
        isExplained = false;
        trouble.explain(null, Instant.EPOCH);
    }

    /** Returns how this run can end: the job is over, or its next file is due so late that another job may take the thread; null to wait here. */
    private @Nullable End nothingToDoHere() {
        Optional<Job> now = parts.catalog().jobs().find(job.id());
        if (now.isEmpty() || !now.get().mayRun()) return End.FOR_NOW;
        boolean areAllLookedAt = now.get().listingComplete() || trickled.isFull();
        if (areAllLookedAt && isFull()) return null; // the next turn ends for this reason
        Optional<Duration> next = parts.catalog().chunks().nextAvailable(job.id());
        boolean isDueLater = next.isPresent() && next.get().compareTo(Duration.ZERO) > 0;
        if (isDueLater && now.get().listingComplete() && closedWork.pause()) return End.FOR_NOW;
        if (next.isPresent()) {
            if (next.get().compareTo(WAIT_HERE_MAX) <= 0) return null;
            if (now.get().listingComplete()) trouble.explainTape(next.get());
            return End.FOR_NOW;
        }
        if (!now.get().listingComplete()) return null;
        boolean isElsewhere = parts.catalog().jobs().counts(job.id()).open() > 0
                || !parts.catalog().jobs().isServedHere(job.id());
        return isElsewhere ? End.FOR_NOW : End.NOTHING_LEFT;
    }

    /** A session cannot go on: own thread. */
    private void onTrouble(MoverException why) {
        if (reason == null) reason = why;
    }

    /** Waits until nothing of the sessions touches disk or network, however long: only then may others work on these files. */
    private void stopSessions() {
        CompletableFuture<Void> stopped = sessions.stopAll();
        var unused = stopped.whenComplete((done, error) -> wake());
        while (!stopped.isDone()) {
            try {
                runPosted();
                if (heartbeats.isDue()) sessions.heartbeat();
            } catch (MoverException e) {
                if (e.code() == ErrorCode.STOPPING) break; // the catalog was closed: the process ends
                LOG.warn("while the sessions of {} stop: {}", job.id(), e.sentence());
            }
        }
        for (Runnable next = posted.poll(); next != null; next = posted.poll()) next.run();
        sessions.giveBack(Duration.ZERO);
        sessions.noteTimes();
    }

    /** With nothing running any more: what becomes of the job. */
    private void conclude(End end) {
        switch (end) {
            case FOR_NOW -> memory.retries().succeeded(job.id());
            case NOTHING_LEFT -> endJob();
            case TROUBLE -> stopFor(Objects.requireNonNull(reason));
            case FAILURE -> tryAgainLater(reason);
        }
        if (freshJob().state().isFinal()) new LeftoverAreas(parts.exports(), parts.buckets()).remove(job.id());
    }

    private void stopFor(MoverException why) {
        if (why.code() == ErrorCode.DESTINATION_EXISTS) {
            new JobEnding(parts, freshJob(), memory.history()).endEarly(why);
        } else if (why.code() == ErrorCode.STALE_LEASE) {
            memory.retries().succeeded(job.id()); // it goes on elsewhere, or here under a new lease
        } else if (trouble.pauseFor(why)) {
            memory.retries().succeeded(job.id());
        } else {
            tryAgainLater(why);
        }
    }

    private void endJob() {
        try {
            List<MoverException> failures = new TreeDirectories(parts, job, () -> !isStopping).make();
            if (!isStopping) new JobEnding(parts, freshJob(), memory.history()).end(failures);
        } catch (MoverException e) {
            stopFor(e);
        }
    }

    /** After a few tries what never passes ends the job, so that whoever waits for it hears why. */
    private boolean isHopeless(MoverException why) {
        return JobTrouble.isForGood(why) && memory.retries().failures(job.id()) >= HOPELESS_AFTER;
    }

    private void tryAgainLater(@Nullable MoverException why) {
        if (!freshJob().mayRun()) {
            LOG.info("the moving of {} ended with its job", job.id());
            return;
        }
        if (why != null && isHopeless(why)) {
            LOG.warn("{} ends: {}", job.id(), why.sentence());
            new JobEnding(parts, freshJob(), memory.history()).endEarly(why);
            return;
        }
        Instant next = failed();
        if (why == null) return;
        LOG.warn("the moving of {} ended early and is taken up again at {}: {}", job.id(), next, why.sentence());
        trouble.explain(why, next);
    }

    private Job freshJob() {
        return parts.catalog().jobs().find(job.id()).orElse(job);
    }
}
