package org.bdm.server.catalog;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileName;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedBatch;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.file.ListingPosition;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;

/**
 * Measures a catalog with many files: how fast rows come in, how fast outcomes are recorded with a sync per group, how an H2 file grows,
 * how long a reopening after a kill takes, how long pages, counts and leases take meanwhile. docs/catalog.md says how to run it and what
 * came out.
 *
 * <p>Arguments: a directory, or the JDBC URL of an empty PostgreSQL database; millions of files, seconds of updates; then {@code fill},
 * {@code reopen} or {@code removal} (of jobs of a million files, beside the one that {@code fill} made); then outcomes per second, if they are not to come as fast as possible.
 */
final class CatalogSpike {
    private static final int DIRECTORY_FILES = 4;
    private static final PrintStream OUT = System.out;

    private final OpenCatalog open;
    private final Optional<Path> file;

    private CatalogSpike(CatalogLocation location) {
        long before = System.nanoTime();
        this.open = OpenCatalog.at(location);
        this.file = CatalogUrl.file(location);
        OUT.printf("opened in %.2f s, file %d MB%n", seconds(before), megabytes());
    }

    public static void main(String[] arguments) throws IOException {
        int files = (int) (Double.parseDouble(arguments[1]) * 1_000_000);
        long updateSeconds = Long.parseLong(arguments[2]);
        CatalogSpike spike = new CatalogSpike(location(arguments[0]));
        switch (arguments[3]) {
            case "fill" -> {
                JobId job = spike.list(files);
                spike.pages(job, files, "before updates");
                spike.update(job, files, updateSeconds, arguments.length > 4 ? Long.parseLong(arguments[4]) : 0);
                OUT.println("now killed, without closing anything");
                Runtime.getRuntime().halt(137);
            }
            case "reopen" -> {
                JobId job = new JobId(1);
                OUT.println("counts " + spike.open.catalog.jobs().counts(job).byState());
                spike.pages(job, files, "after reopening");
                spike.close("closed");
            }
            case "removal" -> {
                new RemovalSpike(spike.open.catalog).run();
                spike.close("closed");
            }
            default -> throw new IllegalArgumentException(arguments[3]);
        }
    }

    private static CatalogLocation location(String text) {
        return text.startsWith("jdbc:")
                ? new CatalogLocation(text, "postgres", "postgres")
                : CatalogLocation.below(Path.of(text).toAbsolutePath());
    }

    private JobId list(int files) {
        long before = System.nanoTime();
        JobId job = list(open.catalog, files);
        double took = seconds(before);
        OUT.printf("listed %d files in %.1f s: %.0f rows/s, file %d MB%n", files, took, files / took, megabytes());
        return job;
    }

    static JobId list(Catalog catalog, int files) {
        catalog.filePartitions().prepare();
        JobId job = catalog.submissions()
                .submit(Samples.request("ann", 3), List.of(Samples.item("x")), null)
                .join()
                .job();
        ListingPosition at = new ListingPosition(0, 0, 0);
        Deque<CompletableFuture<ListingPosition>> writing = new ArrayDeque<>();
        while (at.nextFile() < files) {
            ListedBatch batch = batch(job, at);
            writing.add(catalog.listings().append(batch));
            if (writing.size() > 8) writing.remove().join();
            at = batch.next();
        }
        for (CompletableFuture<ListingPosition> write : writing) write.join();
        catalog.listings().complete(job).join();
        catalog.jobs().change(job, JobState.PLANNING, null).join();
        catalog.jobs().change(job, JobState.ACTIVE, null).join();
        return job;
    }

    /** 1,000 files with names and directories as in CMIP6: about 90 bytes of directory for each four files. */
    static ListedBatch batch(JobId job, ListingPosition at) {
        List<ListedDirectory> directories = new ArrayList<>();
        List<FoundFile> files = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int directory = at.nextDirectory() + i / DIRECTORY_FILES;
            if (i % DIRECTORY_FILES == 0) {
                String path = "CMIP6/CMIP/IPSL/IPSL-CM6A-LR/historical/r" + directory + "i1p1f1/Amon/tas/gr/v20180803";
                directories.add(Samples.directory(directory, path, ListProgress.FINISHED));
            }
            FileName name = FileName.ofUtf8("tas_Amon_IPSL-CM6A-LR_historical_r" + directory + "i1p1f1_gr_"
                    + (1850 + i % 150) + "01-201412.nc");
            files.add(new FoundFile(
                    0, directory, name, Samples.status(1_000_000 + i), FileState.PENDING, null, List.of()));
        }
        return new ListedBatch(job, at, 1, directories, Map.of(), files);
    }

    /** Takes chunks in order, records their files as DONE in groups of 250, three groups on the way; every 30 s a line. */
    private void update(JobId job, int files, long forSeconds, long perSecondMax) {
        long begin = System.nanoTime();
        long nextLine = 30;
        long done = 0;
        List<Long> reads = new ArrayList<>();
        List<Long> leases = new ArrayList<>();
        Deque<CompletableFuture<?>> writing = new ArrayDeque<>();
        while (seconds(begin) < forSeconds) {
            long asked = System.nanoTime();
            Optional<ChunkLease> lease = open.catalog.chunks().leaseOf(job, Duration.ofHours(1));
            leases.add(System.nanoTime() - asked);
            if (lease.isEmpty()) break;
            List<FileRow> rows = open.catalog.chunks().openFiles(lease.get(), null, open.clock.instant(), 1000);
            for (int from = 0; from < rows.size(); from += 250) {
                List<OutcomeRecord> group = rows.subList(from, Math.min(rows.size(), from + 250)).stream()
                        .map(row -> OutcomeRecord.done(
                                row, Samples.evidence(row.id().toString()), new FileEffort(1, 1, 12, 1_000_000, 0)))
                        .toList();
                writing.add(open.catalog.chunks().record(lease.get(), group));
                if (writing.size() > 3) writing.remove().join();
            }
            writing.add(open.catalog.chunks().finish(lease.get()));
            done += rows.size();
            pace(begin, done, perSecondMax);
            long read = System.nanoTime();
            open.catalog.jobs().counts(job);
            reads.add(System.nanoTime() - read);
            if (seconds(begin) > nextLine) {
                OUT.printf("  %3.0f s: %d DONE, file %d MB%n", seconds(begin), done, megabytes());
                nextLine += 30;
            }
        }
        writing.forEach(CompletableFuture::join);
        double took = seconds(begin);
        OUT.printf(
                "recorded %d outcomes in %.1f s: %.0f durable rows/s, file %d MB%n",
                done, took, done / took, megabytes());
        print("counts during updates", reads);
        print("leases during updates", leases);
        pages(job, files, "after updates");
    }

    /** Waits until so many outcomes are due; 0 is as fast as possible. */
    private static void pace(long begin, long done, long perSecondMax) {
        if (perSecondMax == 0) return;
        double ahead = (double) done / perSecondMax - seconds(begin);
        if (ahead > 0) LockSupport.parkNanos((long) (ahead * 1e9));
    }

    private void pages(JobId job, int files, String when) {
        List<Long> pages = new ArrayList<>();
        List<Long> states = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int ordinal = (int) ((i * 7919L * 1000) % files);
            String cursor = Cursor.write(FileNumber.of(job, ordinal).number());
            long before = System.nanoTime();
            open.catalog.files().page(new FileQuery(job, null, null, cursor, 1000));
            pages.add(System.nanoTime() - before);
            before = System.nanoTime();
            open.catalog.files().page(new FileQuery(job, FileState.SKIPPED_SAME, null, cursor, 1000));
            states.add(System.nanoTime() - before);
        }
        print("page of 1,000 files " + when, pages);
        print("walk over 50,000 files that finds none " + when, states);
    }

    private void close(String how) {
        long before = System.nanoTime();
        open.close();
        OUT.printf("%s in %.2f s, file %d MB%n", how, seconds(before), megabytes());
    }

    static void print(String what, List<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        if (sorted.length == 0) return;
        double median = sorted[sorted.length / 2] / 1e6;
        double p99 = sorted[(int) (sorted.length * 0.99)] / 1e6;
        OUT.printf(
                "%s: median %.2f ms, p99 %.2f ms, most %.2f ms (n=%d)%n",
                what, median, p99, Arrays.stream(sorted).max().orElse(0) / 1e6, sorted.length);
    }

    static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private long megabytes() {
        if (file.isEmpty()) return 0;
        try {
            return Files.size(file.get()) >> 20;
        } catch (IOException e) {
            return -1;
        }
    }
}
