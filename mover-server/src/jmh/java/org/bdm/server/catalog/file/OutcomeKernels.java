package org.bdm.server.catalog.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.Kernel;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.db.CatalogLocation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One chunk of 1,000 files in an H2 file below target: claimed, read, its outcomes recorded durably, finished. One chunk each iteration. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 15)
@Measurement(iterations = 25)
public class OutcomeKernels extends Kernel {
    private static final int CHUNKS = 50;
    private static final Evidence EVIDENCE = Samples.evidence("content");
    private static final FileEffort EFFORT = new FileEffort(1, 1, 12, 1_000_000, 0);

    /** Outcomes recorded together; the groups of a chunk are on their way at the same time. */
    @Param({"1000", "100"})
    public int groupFiles;

    private Path home;
    private OpenCatalog open;
    private JobId job;

    /** A catalog with a job of enough chunks. */
    @Setup
    public void fill() throws IOException {
        home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "kernels-");
        open = OpenCatalog.at(CatalogLocation.below(home));
        job = Samples.activeJob(open.catalog, CHUNKS * 1000, 3);
    }

    /** Removes the catalog. */
    @TearDown
    public void close() throws IOException {
        open.close();
        try (var paths = Files.walk(home)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    /** Fails when more iterations were asked for than there are chunks. */
    @Benchmark
    public int recordChunk() {
        Chunks chunks = open.catalog.chunks();
        Optional<ChunkLease> lease = chunks.leaseOf(job, Duration.ofHours(1));
        if (lease.isEmpty()) throw new IllegalStateException("at most " + CHUNKS + " iterations, with the warm-up");
        List<FileRow> files = chunks.openFiles(lease.get(), null, open.clock.instant(), 1000);
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int from = 0; from < files.size(); from += groupFiles) {
            List<OutcomeRecord> group = files.subList(from, Math.min(files.size(), from + groupFiles)).stream()
                    .map(file -> OutcomeRecord.done(file, EVIDENCE, EFFORT))
                    .toList();
            writes.add(chunks.record(lease.get(), group));
        }
        writes.add(chunks.finish(lease.get()));
        writes.forEach(CompletableFuture::join);
        return files.size();
    }
}
