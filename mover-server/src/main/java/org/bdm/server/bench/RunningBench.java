package org.bdm.server.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ListingLease;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.job.limit.JobTerms;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.site.opening.Closure;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job that measures, on a thread of its own, while it has the lease. A run that ends with its process is made again, {@value #RUNS_MAX} times
 * in all; then the job is FAILED.
 */
final class RunningBench implements RunningWork {
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(RunningBench.class);
    private static final int RUNS_MAX = 3;
    private static final String INTERRUPTED = "INTERRUPTED";
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(30);

    private final BenchParts parts;
    private final ScheduledExecutorService timer;
    private final BenchEnds ends;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private ListingLease lease; // own thread only
    private volatile boolean isStopping;
    private volatile @Nullable Measurement running;

    RunningBench(ListingLease lease, BenchParts parts, ScheduledExecutorService timer) {
        this.lease = lease;
        this.parts = parts;
        this.timer = timer;
        this.ends = new BenchEnds(parts);
    }

    void begin() {
        Thread thread = new Thread(this::run, "bench-" + lease.job());
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
        Measurement now = running;
        if (now != null) now.stop(stopped());
    }

    @Override
    public void steer(JobRequest now) {
        parts.links().steer(job(), JobTerms.of(now));
    }

    private static MoverException stopped() {
        return new MoverException(ErrorCode.STOPPING, "the measurement was stopped");
    }

    private void run() {
        boolean isDone = false;
        try {
            work();
            isDone = true;
        } catch (MoverException e) {
            LOG.warn("{} is begun again: {}", job(), e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("{} is begun again", job(), e);
        } finally {
            leave(isDone);
            ended.complete(null);
        }
    }

    /** Gives the lease back, or lets a moment pass before the next try. */
    private void leave(boolean isDone) {
        try {
            if (isDone) parts.catalog().listings().release(lease);
            else if (parts.catalog().listings().heartbeat(lease, AGAIN_AFTER).isEmpty())
                LOG.info("{} is another node's now", job());
        } catch (RuntimeException | Error e) {
            LOG.warn("the lease of {} runs out by itself", job(), e);
        }
    }

    private void work() {
        Optional<Job> job = parts.catalog().jobs().find(job()).filter(Job::mayRun);
        if (job.isEmpty() || isStopping) return;
        Optional<LinkBench> kept = parts.catalog().linkBenches().of(job());
        if (kept.isEmpty()) throw new MoverException(ErrorCode.INTERNAL, job() + " has no measurement to make");
        LinkBench bench = kept.get();
        if (!bench.isRunning()) {
            ends.endJob(bench, bench.isDone() ? BenchEnds.MEASURED : INTERRUPTED); // the process died before that
        } else if (!waitsForPlace(bench)) {
            measured(job.get(), bench);
        }
    }

    private boolean waitsForPlace(LinkBench bench) {
        Optional<Closure> closed = parts.openings().closureOf(bench.plan().source());
        if (closed.isEmpty()) return false;
        Closure why = closed.get();
        Durable.await(parts.catalog()
                .jobs()
                .change(
                        job(),
                        JobState.PAUSED,
                        new JobReason(
                                why.reason().name(), why.text(), parts.clock().instant(), why.opensAt())));
        return true;
    }

    private void measured(Job job, LinkBench waiting) {
        if (job.state() == JobState.QUEUED) become(JobState.PLANNING);
        if (job.state() != JobState.ACTIVE) become(JobState.ACTIVE);
        if (waiting.runs() >= RUNS_MAX) {
            String why = "it was interrupted " + RUNS_MAX + " times: its process ended, or it was paused";
            ends.end(waiting.with(LinkBench.Outcome.failed(0, why)), INTERRUPTED);
            return;
        }
        LinkBench bench = Durable.await(parts.catalog().linkBenches().begin(waiting));
        Durable.await(parts.catalog().jobs().explain(job(), measuring(bench)));
        Instant began = parts.clock().instant();
        try {
            LinkBench.Outcome outcome = measure(job, bench);
            ends.end(bench.with(outcome), BenchEnds.MEASURED);
        } catch (MoverException e) {
            if (isStopping) return; // the job was paused or cancelled, or the server stops: then it is run again
            long took = Duration.between(began, parts.clock().instant()).toMillis();
            ends.end(
                    bench.with(LinkBench.Outcome.failed(took, e.code() + ": " + told(e))),
                    e.code().name());
        }
    }

    private void become(JobState next) {
        Durable.await(parts.catalog().jobs().change(job(), next, null));
    }

    private JobReason measuring(LinkBench bench) {
        String text = "It measures the link from '" + bench.plan().source() + "', "
                + bench.plan().mode().text() + ", for " + bench.plan().time().toSeconds() + " s.";
        return new JobReason("MEASURING", text, parts.clock().instant(), null);
    }

    private LinkBench.Outcome measure(Job job, LinkBench bench) {
        JobTerms terms = JobTerms.of(job.request());
        try (Measurement made = new Measurement(bench.plan(), job(), parts, timer, terms)) {
            running = made;
            if (isStopping) throw stopped();
            return awaited(made.run().toCompletableFuture(), made);
        } finally {
            running = null;
        }
    }

    private LinkBench.Outcome awaited(CompletableFuture<LinkBench.Outcome> result, Measurement made) {
        while (true) {
            try {
                return result.get(LEASE.dividedBy(3).toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                keepLease(made);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                isStopping = true;
                throw stopped();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof MoverException known) throw known;
                throw new MoverException(ErrorCode.INTERNAL, "a measurement failed: " + e.getCause(), e);
            }
        }
    }

    private void keepLease(Measurement made) {
        Optional<ListingLease> kept = parts.catalog().listings().heartbeat(lease, LEASE);
        if (kept.isPresent()) {
            lease = kept.get();
            return;
        }
        LOG.warn("the lease of {} was lost", job());
        isStopping = true;
        made.stop(stopped());
    }

    /** A source of an earlier version knows no such ticket. */
    private static String told(MoverException reason) {
        return reason.code() == ErrorCode.TICKET_INVALID
                ? "the source refuses tickets for measurements; it may be of an earlier version (" + reason.detail()
                        + ")"
                : reason.detail();
    }
}
