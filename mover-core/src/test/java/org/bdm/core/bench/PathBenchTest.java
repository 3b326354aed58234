package org.bdm.core.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.bottleneck.ProcessorLoad;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.serve.PatternStore;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.SourceLoad;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A measurement asks ahead, counts what is right, and ends in time. Beats and arrivals come when the test lets them. */
class PathBenchTest {
    private static final int BLOCK = 1 << 20;
    private static final long PIECE = 32L << 20;

    private final BlockCache cache = new BlockCache(2, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("receiving", 0, 2));
    private final List<Runnable> beats = new ArrayList<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
            beats.add(command);
            return super.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS);
        }
    };
    private final Asked source = new Asked();
    private long now;

    private final class Asked implements BlockSource {
        final Deque<WantedFile> wanted = new ArrayDeque<>();
        SourceListener listener;
        boolean isClosed;

        @Override
        public SourceLimits limits() {
            return new SourceLimits(BLOCK, 2 * PIECE, 100, 1000, true);
        }

        @Override
        public CompletionStage<Void> open(SourceListener told) {
            listener = told;
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
            throw new AssertionError("not asked");
        }

        @Override
        public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
            throw new AssertionError("not asked");
        }

        @Override
        public CompletionStage<Checksum> digest(
                FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
            throw new AssertionError("not asked");
        }

        @Override
        public void want(List<WantedFile> files) {
            assertThat(isClosed).isFalse();
            wanted.addAll(files);
        }

        @Override
        public void cancel(FileId file) {
            throw new AssertionError("not asked");
        }

        @Override
        public void limitRate(long bytesPerSecondMax) {
            throw new AssertionError("not asked");
        }

        @Override
        public int streams() {
            return 3;
        }

        @Override
        public Optional<SourceLoad> load() {
            return Optional.of(new SourceLoad(3, 0.1, 0.1, 2.8, 0, 0.2, 10_000, 0));
        }

        @Override
        public void close() {
            isClosed = true;
            while (!wanted.isEmpty()) {
                WantedFile lost = wanted.remove();
                listener.onItemLost(lost.file(), lost.epoch());
            }
        }

        /** The oldest piece comes, in blocks of the pattern. */
        void answer() {
            WantedFile next = wanted.remove();
            ByteRange range = next.ranges().get(0);
            for (long at = range.offset(); at < range.endExclusive(); at += BLOCK)
                send(next, new ByteRange(at, BLOCK), 0);
            listener.onItemEnded(next.file(), next.epoch(), next.expected(), 0444);
        }

        void send(WantedFile of, ByteRange range, int damage) {
            Loan loan = share.tryLend();
            assertThat(loan).isNotNull();
            new PatternStore().open(PatternStore.FILE).read(range.offset(), loan.payload(0, BLOCK));
            int crc = RunningDigest.crc32c(loan.payload(0, BLOCK)) + damage;
            listener.onBlock(new BlockTag(of.file(), of.epoch(), range, crc), loan);
        }
    }

    private PathBench bench(long bytesMax) {
        return new PathBench(
                source,
                BlockSink.memory(),
                new PathBench.Plan(PatternStore.FILE, PatternStore.VERSION, Duration.ofSeconds(2), bytesMax, null),
                new PathBench.Surroundings(timer, () -> now, ProcessorLoad.UNKNOWN));
    }

    private void beat() {
        now += Duration.ofSeconds(1).toNanos();
        beats.get(0).run();
    }

    @AfterEach
    void nothingIsHeld() {
        timer.shutdownNow();
        assertThat(cache.blocksFree()).isEqualTo(cache.blocks());
    }

    @Test
    void asksAheadForWhatTheSourceAllowsAndTellsWhatCameUntilItsTimeIsOver() {
        CompletableFuture<BenchResult> result = bench(1L << 40).run().toCompletableFuture();
        assertThat(source.wanted).hasSize(2);
        source.answer();
        assertThat(source.wanted).hasSize(2);
        beat();
        assertThat(result).isNotDone();
        source.answer();
        beat();
        assertThat(result.join().bytes()).isEqualTo(2 * PIECE);
        assertThat(result.join().time()).isEqualTo(Duration.ofSeconds(2));
        assertThat(result.join().bytesPerSecond()).isEqualTo(PIECE);
        assertThat(result.join().streams()).isEqualTo(3);
        assertThat(result.join().limit().stage()).isEqualTo("network");
        assertThat(source.isClosed).isTrue();
    }

    @Test
    void endsWhenSoManyBytesCame() {
        CompletableFuture<BenchResult> result = bench(PIECE).run().toCompletableFuture();
        source.answer();
        beat();
        assertThat(result.join().bytes()).isEqualTo(PIECE);
    }

    @Test
    void lostPieceIsAskedForAgain() {
        CompletableFuture<BenchResult> result = bench(1L << 40).run().toCompletableFuture();
        WantedFile lost = source.wanted.remove();
        source.listener.onItemLost(lost.file(), lost.epoch());
        assertThat(source.wanted).hasSize(2);
        beat();
        beat();
        assertThat(result.join().bytes()).isZero();
    }

    @Test
    void damagedBlockFailsTheMeasurement() {
        CompletableFuture<BenchResult> result = bench(1L << 40).run().toCompletableFuture();
        source.send(source.wanted.element(), new ByteRange(0, BLOCK), 1);
        assertThatThrownBy(result::join)
                .hasCauseInstanceOf(MoverException.class)
                .cause()
                .hasFieldOrPropertyWithValue("code", ErrorCode.BLOCK_CHECKSUM);
        assertThat(source.isClosed).isTrue();
    }
}
