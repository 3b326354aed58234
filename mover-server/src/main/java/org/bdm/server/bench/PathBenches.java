package org.bdm.server.bench;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.bdm.core.bench.BenchResult;
import org.bdm.core.bench.PathBench;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.PatternStore;
import org.bdm.core.source.BlockSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.machine.OwnProcessors;
import org.bdm.server.site.access.SourceConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The measurements of this node, one at a time. Any thread that may block. */
public class PathBenches implements AutoCloseable {
    /** The only mode of this version: neither end touches a disk. */
    public static final String MEMORY = "mem-mem";

    /** Longest time of a measurement: the ticket of the source ends later. */
    public static final Duration TIME_MAX = Duration.ofMinutes(5);

    /** Most bytes of one measurement. */
    public static final long BYTES_MAX = 1L << 40;

    private static final Logger LOG = LoggerFactory.getLogger(PathBenches.class);
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Catalog catalog;
    private final SourceConnections sources;
    private final LinkFlows links;
    private final OwnProcessors processors = new OwnProcessors();
    private final AtomicBoolean isRunning = new AtomicBoolean();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bench");
        thread.setDaemon(true);
        return thread;
    });

    PathBenches(Catalog catalog, SourceConnections sources, LinkFlows links) {
        this.catalog = catalog;
        this.sources = sources;
        this.links = links;
        var unused = catalog.linkBenches().endLeft();
    }

    /**
     * Begins a measurement of the link from a site to this one.
     *
     * @throws MoverException TOO_MANY_REQUESTS while another one runs here; UNKNOWN_SITE
     */
    public LinkBench begin(SiteName source, Duration time, String owner) {
        if (!isRunning.compareAndSet(false, true)) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "a measurement runs at this node; wait until it has ended");
        }
        try {
            BlockSource bytes = sources.bench(source, BYTES_MAX);
            LinkBench begun = Durable.await(catalog.linkBenches().begin(source.value(), MEMORY, owner));
            run(begun, bytes, time);
            return begun;
        } catch (RuntimeException e) {
            isRunning.set(false);
            throw e;
        }
    }

    private void run(LinkBench begun, BlockSource bytes, Duration time) {
        PathBench bench = new PathBench(
                bytes,
                new PathBench.Plan(PatternStore.FILE, PatternStore.VERSION, time, BYTES_MAX),
                new PathBench.Surroundings(timer, System::nanoTime, processors));
        LinkFlow flow = links.begin(
                new LinkFlow.Use(null, begun.source(), true),
                new LinkFlow.Measures(bench::bytes, bytes::streams),
                (rate, streams) -> bytes.limitRate(rate));
        AtomicReference<String> reached = new AtomicReference<>("");
        var watch =
                timer.scheduleWithFixedDelay(() -> flow.reachedLimit().ifPresent(reached::set), 1, 1, TimeUnit.SECONDS);
        long began = System.nanoTime();
        var unused = bench.run()
                .whenCompleteAsync(
                        (result, failure) -> {
                            watch.cancel(false);
                            flow.close();
                            isRunning.set(false);
                            long millis = (System.nanoTime() - began) / NANOS_PER_MILLI;
                            keep(
                                    failure == null
                                            ? ended(begun, result, Objects.requireNonNull(reached.get()))
                                            : failed(begun, millis, failure));
                        },
                        timer);
    }

    private static LinkBench ended(LinkBench begun, BenchResult result, String reached) {
        boolean isCapped = !reached.isEmpty();
        return new LinkBench(
                begun.number(),
                begun.source(),
                begun.mode(),
                begun.node(),
                begun.owner(),
                begun.beganAt(),
                Math.max(1, result.time().toMillis()),
                result.bytes(),
                result.streams(),
                isCapped ? "rate" : result.limit().stage(),
                isCapped ? reached : result.limit().text(),
                "");
    }

    private static LinkBench failed(LinkBench begun, long millis, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        String why = cause instanceof MoverException known ? known.code() + ": " + told(known) : String.valueOf(cause);
        return new LinkBench(
                begun.number(),
                begun.source(),
                begun.mode(),
                begun.node(),
                begun.owner(),
                begun.beganAt(),
                millis,
                0,
                0,
                "",
                "",
                why);
    }

    /** A source of an earlier version knows no such ticket. */
    private static String told(MoverException reason) {
        return reason.code() == ErrorCode.TICKET_INVALID
                ? "the source refuses tickets for measurements; it may be of an earlier version (" + reason.detail()
                        + ")"
                : reason.detail();
    }

    private void keep(LinkBench ended) {
        try {
            var unused = catalog.linkBenches().end(ended).exceptionally(error -> {
                LOG.warn("the measurement {} was not recorded: {}", ended.number(), error.toString());
                return 0;
            });
        } catch (MoverException e) {
            LOG.warn("the measurement {} was not recorded: {}", ended.number(), e.detail());
        }
    }

    /** The newest measurement of a link that ended well. */
    public Optional<LinkBench> last(String source) {
        return catalog.linkBenches().of(source).stream()
                .filter(bench -> !bench.isRunning() && bench.trouble().isEmpty())
                .findFirst();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
