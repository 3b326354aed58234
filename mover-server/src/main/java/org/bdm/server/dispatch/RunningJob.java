package org.bdm.server.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.ChunkLease;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobState;
import org.bdm.server.scheduler.RunningWork;
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

    private final DispatchParts parts;
    private final Job job;
    // Bounded by what sessions can say: at most two notes per claimed file, and few chunks are claimed at once.
    private final BlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final RunningSessions sessions;
    private boolean isStopping; // own thread only
    private boolean isDiscarding; // own thread only
    private Instant nextHeartbeat; // own thread only

    RunningJob(Job job, DispatchParts parts) {
        this.job = job;
        this.parts = parts;
        this.sessions = new RunningSessions(job, parts, posted::add, this::onTrouble);
        this.nextHeartbeat = parts.clock().instant().plus(DispatchParts.LEASE.dividedBy(3));
    }

    void begin() {
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
        posted.add(() -> isStopping = true);
    }

    @Override
    public void discard() {
        posted.add(() -> {
            isStopping = true;
            isDiscarding = true;
        });
    }

    @Override
    public void steer(long bytesPerSecondMax) {
        posted.add(() -> sessions.limitRate(bytesPerSecondMax));
    }

    @Override
    public void run() {
        parts.live().began(job.id(), sessions::look);
        try {
            move();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CompletionException e) {
            logEarlyEnd(e.getCause() instanceof MoverException cause ? cause : new MoverException(ErrorCode.INTERNAL, e.toString(), e));
        } catch (MoverException e) {
            logEarlyEnd(e);
        } catch (RuntimeException e) {
            LOG.error("the moving of {} met a defect and is taken up again", job.id(), e);
        } finally {
            sessions.stopAll(isDiscarding);
            parts.live().ended(job.id());
            ended.complete(null);
        }
    }

    private void logEarlyEnd(MoverException e) {
        LOG.warn("the moving of {} ended early and is taken up again: {}", job.id(), e.sentence());
    }

    private void move() throws InterruptedException {
        while (!isStopping) {
            runPosted();
            sessions.tick();
            heartbeat();
            while (!isStopping && sessions.wantsMore()) {
                Optional<ChunkLease> chunk = parts.catalog().chunks().claimOf(job.id(), DispatchParts.LEASE);
                if (chunk.isEmpty()) break;
                sessions.add(chunk.get());
            }
            if (!isStopping && sessions.isIdle() && isNothingLeftHere()) return;
        }
    }

    private void runPosted() throws InterruptedException {
        Runnable first = posted.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null) return;
        first.run();
        for (Runnable next = posted.poll(); next != null; next = posted.poll()) next.run();
    }

    private void heartbeat() {
        Instant now = parts.clock().instant();
        if (now.isBefore(nextHeartbeat)) return;
        nextHeartbeat = now.plus(DispatchParts.LEASE.dividedBy(3));
        sessions.heartbeat();
    }

    /** Whether this run can end: the job is over, or its next file is due so late that somebody else may take the thread. */
    private boolean isNothingLeftHere() {
        Optional<Job> now = parts.catalog().jobs().find(job.id());
        if (now.isEmpty() || now.get().state() != JobState.ACTIVE) return true;
        Optional<Instant> next = parts.catalog().chunks().nextAvailable(job.id());
        if (next.isPresent()) {
            return next.get().isAfter(parts.clock().instant().plus(WAIT_HERE_MAX));
        }
        if (!now.get().listingComplete()) return false;
        if (parts.catalog().jobs().counts(job.id()).open() > 0) return true; // another node works on the rest
        new JobEnding(parts, now.get(), sessions).end();
        return true;
    }

    /** A session cannot go on: own thread. */
    private void onTrouble(MoverException reason) {
        if (isStopping) return;
        isStopping = true;
        new JobTrouble(parts, job).stopFor(reason);
    }
}
