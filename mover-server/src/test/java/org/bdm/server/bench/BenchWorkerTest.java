package org.bdm.server.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.writer.WriterSettings;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.catalog.site.BenchMode;
import org.bdm.server.catalog.site.BenchPlan;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.catalog.site.LinkBenches;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.testkit.TestSite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measurement is a job: it ends with its result, with a reason, or is made again. */
class BenchWorkerTest {
    private static final int BLOCK = 4 << 20;

    /** The destination keeps what it writes in memory: a fast machine would fill that in the second that is measured. */
    private static final long SENT_BYTES_MAX = 64L << 20;

    @TempDir
    Path directory;

    private TestSite site;
    private BenchWorker worker;
    private JobScheduler scheduler;
    private final BlockCache cache = new BlockCache(8, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("receiving", 0, 8));
    private final ExecutorService network = Executors.newSingleThreadExecutor();
    private volatile boolean answers = true;
    private volatile @Nullable MoverException refusal;

    /** Another site that sends blocks of nothing in particular. */
    private final class Sender implements BlockSource {
        private volatile @Nullable SourceListener listener;
        private long sentBytes; // by the thread of the network alone

        @Override
        public SourceLimits limits() {
            return new SourceLimits(BLOCK, 64L << 20, 100, 1000, true);
        }

        @Override
        public CompletionStage<Void> open(SourceListener told) {
            listener = told;
            MoverException why = refusal;
            return why == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(why);
        }

        @Override
        public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
            return CompletableFuture.completedFuture(Optional.empty()); // of an earlier version
        }

        @Override
        public CompletionStage<DirectoryPage> list(StorePath of, Optional<FileName> after, int entriesMax) {
            throw new AssertionError("not asked");
        }

        @Override
        public CompletionStage<Checksum> digest(
                FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
            throw new AssertionError("not asked");
        }

        @Override
        public void want(List<WantedFile> files) {
            if (!answers) return;
            files.forEach(file -> network.execute(() -> send(file)));
        }

        private void send(WantedFile wanted) {
            SourceListener told = listener;
            if (told == null) return;
            ByteRange range = wanted.ranges().get(0);
            for (long at = range.offset(); at < range.endExclusive(); at += BLOCK) {
                sentBytes += BLOCK;
                if (sentBytes > SENT_BYTES_MAX) return;
                Loan loan = share.tryLend();
                while (loan == null) {
                    if (listener == null) return;
                    Thread.onSpinWait();
                    loan = share.tryLend();
                }
                int crc = RunningDigest.crc32c(loan.payload(0, BLOCK));
                told.onBlock(new BlockTag(wanted.file(), wanted.epoch(), new ByteRange(at, BLOCK), crc), loan);
            }
            told.onItemEnded(wanted.file(), wanted.epoch(), wanted.expected(), 0444);
        }

        @Override
        public void cancel(FileId file) {}

        @Override
        public void limitRate(long bytesPerSecondMax) {}

        @Override
        public int streams() {
            return 2;
        }

        @Override
        public void close() {
            listener = null;
        }
    }

    private final SourceConnections sources = new SourceConnections() {
        @Override
        public BlockSource connect(
                SiteName of, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
            throw new AssertionError("not asked");
        }

        @Override
        public BlockSource bench(SiteName of, long bytesMax) {
            return new Sender();
        }
    };

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        startAgain();
    }

    private void startAgain() {
        EndReports reports = new EndReports(site.catalog, site.live);
        worker = new BenchWorker(new BenchParts(
                site.catalog,
                sources,
                site.exports,
                site.links,
                site.openings,
                reports,
                WriterSettings.DEFAULT,
                site.clock));
        scheduler = new JobScheduler(site.catalog, site.clock, List.of(worker), reports::jsonIfEndedNow);
        scheduler.start();
    }

    private void stop() {
        scheduler.stop().toCompletableFuture().join();
        scheduler.close();
        worker.close();
    }

    @AfterEach
    void close() {
        stop();
        network.shutdownNow();
        site.close();
    }

    private JobId submit(BenchMode mode, int seconds) {
        BenchPlan plan = new BenchPlan("a", mode, Duration.ofSeconds(seconds), mode.writesDisk() ? "in" : "", "ann");
        JobRequest request = new JobRequest(
                JobKind.BENCH, "ann", "bench", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, null);
        LinkBenches benches = site.catalog.linkBenches();
        return site.catalog
                .submissions()
                .submitBare(request, List.of(), null, LinkBenches.ROWS, (work, job) -> benches.add(work, job, plan))
                .join()
                .job();
    }

    private LinkBench bench(JobId job) {
        return site.catalog.linkBenches().of(job).orElseThrow();
    }

    @Test
    void aJobMeasuresWhatBecomesDurableAndLeavesNothing() {
        JobId job = submit(BenchMode.TO_DISK, 1);
        Job ended = site.ended(job);
        assertThat(ended.state()).as(String.valueOf(ended.reason())).isEqualTo(JobState.SUCCEEDED);
        assertThat(ended.reason().code()).isEqualTo("MEASURED");
        assertThat(ended.reason().text()).contains("memory to disk on ");
        assertThat(bench(job).outcome().bytes()).isPositive();
        assertThat(bench(job).outcome().disks()).contains("to export in and forces them");
        assertThat(site.catalog.jobs().report(job)).isPresent();
        assertThat(site.destination.workAreas()).isEmpty();
    }

    @Test
    void aSourceThatRefusesFailsTheJobWithItsReason() {
        refusal = new MoverException(ErrorCode.NOT_ALLOWED, "this site allows no measurements (--bench off)");
        JobId job = submit(BenchMode.MEMORY, 1);
        Job ended = site.ended(job);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.reason().code()).isEqualTo("NOT_ALLOWED");
        assertThat(bench(job).outcome().trouble()).contains("--bench off");
    }

    @Test
    void aSourceOfAnEarlierVersionHasNoDisks() {
        JobId job = submit(BenchMode.FROM_DISK, 1);
        assertThat(site.ended(job).reason().code()).isEqualTo("UNSUPPORTED");
        assertThat(bench(job).outcome().trouble()).contains("mode that begins with mem-");
    }

    @Test
    void cancellingEndsItAndFreesTheLink() {
        answers = false;
        JobId job = submit(BenchMode.MEMORY, 300);
        site.when(job, JobState.ACTIVE);
        scheduler.cancel(job, "It was cancelled by ann.").join();
        assertThat(site.job(job).state()).isEqualTo(JobState.CANCELLED);
        org.awaitility.Awaitility.await().until(() -> !bench(job).isRunning());
        assertThat(bench(job).outcome().trouble()).contains("cancelled");
        assertThat(bench(submit(BenchMode.MEMORY, 1)).isRunning()).isTrue();
    }

    @Test
    void aRunThatEndsWithItsProcessIsMadeAgainThreeTimesInAll() {
        answers = false;
        JobId job = submit(BenchMode.MEMORY, 300);
        for (int run = 1; run <= 3; run++) {
            int begun = run;
            org.awaitility.Awaitility.await().until(() -> bench(job).runs() == begun);
            stop();
            assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE);
            startAgain();
        }
        Job ended = site.ended(job);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.reason().code()).isEqualTo("INTERRUPTED");
        assertThat(ended.reason().text()).contains("3 times");
    }
}
