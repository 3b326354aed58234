package org.bdm.server.bench;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.file.ListingLease;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.schedule.Worker;

/** Leases jobs that measure a link, one at a time at this node: two would measure each other. */
public final class BenchWorker implements Worker, AutoCloseable {
    private static final String CANCELLED = "it was cancelled";

    private final BenchParts parts;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bench");
        thread.setDaemon(true);
        return thread;
    });

    /** With what measurements need. */
    public BenchWorker(BenchParts parts) {
        this.parts = parts;
    }

    @Override
    public List<RunningWork> start(List<RunningWork> running, Runnable wake) {
        if (!running.isEmpty()) return List.of();
        Optional<ListingLease> lease = parts.catalog().listings().leaseNextBench(RunningBench.LEASE);
        if (lease.isEmpty()) return List.of();
        RunningBench bench = new RunningBench(lease.get(), parts, timer);
        bench.begin();
        return List.of(bench);
    }

    @Override
    public void discard(JobId job) {
        timer.execute(() -> parts.catalog()
                .linkBenches()
                .of(job)
                .filter(LinkBench::isRunning)
                .ifPresent(
                        bench -> BenchEnds.keep(parts.catalog(), bench.with(LinkBench.Outcome.failed(0, CANCELLED)))));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
