package org.bdm.server.bench;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bdm.core.bench.BenchResult;
import org.bdm.core.bench.BlockSink;
import org.bdm.core.bench.DiskSink;
import org.bdm.core.bench.PathBench;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.BenchStore;
import org.bdm.core.serve.PatternStore;
import org.bdm.core.source.BlockSource;
import org.bdm.server.catalog.site.BenchPlan;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.job.limit.JobTerms;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.machine.OwnProcessors;

/** One run of a measurement, under the limits of its link and of its job. Made and closed by a thread that may block. */
final class Measurement implements AutoCloseable {
    /** Most bytes of one measurement. */
    private static final long BYTES_MAX = 1L << 40;

    private final BenchPlan plan;
    private final JobId job;
    private final BenchParts parts;
    private final BlockSink sink;
    private final PathBench bench;
    private final LinkFlow flow;
    private final ScheduledFuture<?> watch;
    private final AtomicReference<String> reached = new AtomicReference<>("");

    /**
     * Makes ready what it writes to.
     *
     * @throws MoverException NO_SPACE, UNKNOWN_SITE and errors of the export
     */
    Measurement(BenchPlan plan, JobId job, BenchParts parts, ScheduledExecutorService timer, JobTerms terms) {
        this.plan = plan;
        this.job = job;
        this.parts = parts;
        BlockSource source = parts.sources().bench(new SiteName(plan.source()), BYTES_MAX);
        this.sink = sink(timer);
        this.bench = new PathBench(
                source, sink, wanted(), new PathBench.Surroundings(timer, System::nanoTime, new OwnProcessors()));
        this.flow = parts.links()
                .begin(
                        terms,
                        new LinkFlow.Use(job, plan.source(), plan.mode().writesDisk() ? plan.export() : "", true),
                        new LinkFlow.Measures(bench::bytes, source::streams),
                        allowed -> source.limitRate(allowed.bytesPerSecondMax()));
        this.watch =
                timer.scheduleWithFixedDelay(() -> flow.reachedLimit().ifPresent(reached::set), 1, 1, TimeUnit.SECONDS);
    }

    private BlockSink sink(ScheduledExecutorService timer) {
        if (!plan.mode().writesDisk()) return BlockSink.memory();
        return DiskSink.in(parts.exports().writable(new ExportName(plan.export())), job, parts.writers(), timer);
    }

    private PathBench.Plan wanted() {
        Duration time = plan.time();
        return plan.mode().readsDisk()
                ? new PathBench.Plan(BenchStore.DISK, BenchStore.DISK_VERSION, time, BYTES_MAX, BenchStore.ABOUT)
                : new PathBench.Plan(PatternStore.FILE, PatternStore.VERSION, time, BYTES_MAX, null);
    }

    /** Runs it; completes exceptionally with a MoverException. */
    CompletionStage<LinkBench.Outcome> run() {
        return bench.run().thenApply(this::outcome);
    }

    void stop(MoverException reason) {
        bench.stop(reason);
    }

    private LinkBench.Outcome outcome(BenchResult result) {
        String cap = Objects.requireNonNull(reached.get());
        return new LinkBench.Outcome(
                Math.max(1, result.time().toMillis()),
                result.bytes(),
                result.streams(),
                cap.isEmpty() ? result.limit().stage() : "rate",
                cap.isEmpty() ? result.limit().text() : cap,
                disks(result.about()),
                "");
    }

    /** Says what was read and written. */
    private String disks(String about) {
        StringBuilder text = new StringBuilder();
        if (!about.isEmpty()) text.append("The source ").append(about).append('.');
        if (plan.mode().writesDisk()) {
            if (!text.isEmpty()) text.append(' ');
            text.append("The destination writes files of 32 MiB to export ")
                    .append(plan.export())
                    .append(" and forces them; bytes count when they are durable.");
        }
        return text.toString();
    }

    @Override
    public void close() {
        watch.cancel(false);
        flow.close();
        sink.close();
    }
}
