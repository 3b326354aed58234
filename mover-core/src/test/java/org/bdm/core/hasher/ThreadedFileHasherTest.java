package org.bdm.core.hasher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.checksum.RunningRangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadedFileHasherTest {
    private static final int BLOCK_BYTES = 4096;
    private static final int RANGE_BYTES = 3 * BLOCK_BYTES;
    private static final int CACHE_BLOCKS = 64;
    private static final int GAP_BLOCKS = 3;
    private static final FileId FILE = new FileId(1);
    private static final Epoch EPOCH = new Epoch(1);

    private final ThreadedFileHasher hasher = new ThreadedFileHasher(1, GAP_BLOCKS);
    private final BlockCache cache = new BlockCache(CACHE_BLOCKS, BLOCK_BYTES);
    private final CacheShare share = cache.share(new CacheQuota("test", 0, CACHE_BLOCKS));
    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(new JobId(1));
    private final byte[] content = new byte[20 * BLOCK_BYTES + 77];

    ThreadedFileHasherTest() {
        new Random(1).nextBytes(content);
    }

    @AfterEach
    void close() {
        hasher.close();
        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS);
        assertThat(hasher.backlogBytes()).isZero();
    }

    private static Checksum sha256(byte[] bytes) {
        return digest(bytes, ChecksumAlgorithm.SHA256);
    }

    private static Checksum digest(byte[] bytes, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(ByteBuffer.wrap(bytes));
        return digest.finish();
    }

    private Loan loan(ByteRange range) {
        Loan loan = share.tryLend();
        assertThat(loan).isNotNull();
        loan.payload(0, (int) range.length()).put(content, (int) range.offset(), (int) range.length());
        return loan;
    }

    private BlockTag tag(FileId file, Epoch epoch, ByteRange range) {
        ByteBuffer bytes = ByteBuffer.wrap(content, (int) range.offset(), (int) range.length());
        return new BlockTag(file, epoch, range, RunningDigest.crc32c(bytes));
    }

    private void offer(ByteRange range) {
        hasher.offer(tag(FILE, EPOCH, range), loan(range));
    }

    private List<ByteRange> blocks() {
        List<ByteRange> blocks = new ArrayList<>();
        for (long at = 0; at < content.length; at += BLOCK_BYTES) {
            blocks.add(ByteRange.between(at, Math.min(at + BLOCK_BYTES, content.length)));
        }
        return blocks;
    }

    private WritableFile temporary(byte[] bytes) {
        WritableFile temporary = area.create("1-1.part");
        temporary.write(0, ByteBuffer.wrap(bytes));
        return temporary;
    }

    @Test
    void digestIsRightForEveryOrderAndEveryWayOfComing() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<ByteRange> zeros = new ArrayList<>();
            byte[] sparse = content.clone();
            List<ByteRange> order = blocks();
            for (ByteRange block : order) {
                if (random.nextInt(5) > 0) continue;
                zeros.add(block);
                Arrays.fill(sparse, (int) block.offset(), (int) block.endExclusive(), (byte) 0);
            }
            int swaps = random.nextInt(30);
            for (int i = 0; i < swaps; i++) Collections.swap(order, random.nextInt(21), random.nextInt(21));
            ChecksumAlgorithm algorithm = seed % 3 == 0 ? ChecksumAlgorithm.CRC32C : ChecksumAlgorithm.SHA256;
            assertThat(digestOf(order, zeros, sparse, algorithm, random))
                    .as("seed %d", seed)
                    .isEqualTo(digest(sparse, algorithm));
        }
    }

    private Checksum digestOf(
            List<ByteRange> order, List<ByteRange> zeros, byte[] sparse, ChecksumAlgorithm algorithm, Random random) {
        HashOutcome outcome = new HashOutcome();
        boolean areTwo = random.nextBoolean();
        Optional<ChecksumAlgorithm> also = areTwo ? Optional.of(ChecksumAlgorithm.MD5) : Optional.empty();
        hasher.begin(FILE, EPOCH, temporary(sparse), new WantedDigests(algorithm, also, RANGE_BYTES), outcome);
        for (ByteRange block : order) {
            if (zeros.contains(block)) {
                hasher.zero(FILE, EPOCH, block);
            } else if (random.nextInt(6) == 0) {
                hasher.written(FILE, EPOCH, block);
            } else {
                offer(block);
                if (random.nextInt(9) == 0) offer(block); // came twice
            }
        }
        hasher.finish(FILE, EPOCH, sparse.length);
        Checksum first = outcome.join();
        RunningRangeDigests ranges = new RunningRangeDigests(RANGE_BYTES);
        ranges.update(ByteBuffer.wrap(sparse));
        assertThat(outcome.ranges).isEqualTo(ranges.finish().orElseThrow());
        assertThat(outcome.second).isEqualTo(areTwo ? digest(sparse, ChecksumAlgorithm.MD5) : null);
        return first;
    }

    @Test
    void fileWithoutBytesHasADigest() {
        HashOutcome outcome = new HashOutcome();
        hasher.begin(FILE, EPOCH, temporary(new byte[0]), ChecksumAlgorithm.SHA256, outcome);
        hasher.finish(FILE, EPOCH, 0);
        assertThat(outcome.join()).isEqualTo(sha256(new byte[0]));
    }

    /** A file of which nothing can be read: what is read again fails. */
    private HashOutcome beginUnreadable(ChecksumAlgorithm algorithm) {
        HashOutcome outcome = new HashOutcome();
        hasher.begin(FILE, EPOCH, temporary(new byte[0]), algorithm, outcome);
        return outcome;
    }

    @Test
    void whatComesInOrderIsKeptHoweverSlowHashingIsAndNeverReadAgain() {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        hold(reading, slow);
        await().until(() -> reading.getCount() == 0);
        HashOutcome outcome = beginUnreadable(ChecksumAlgorithm.SHA256);
        for (ByteRange block : blocks()) offer(block);

        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS - blocks().size());
        assertThat(hasher.backlogBytes()).isEqualTo(content.length);

        slow.countDown();
        hasher.finish(FILE, EPOCH, content.length);
        assertThat(outcome.join()).isEqualTo(sha256(content));
    }

    @Test
    void fewBlocksBehindAGapAreKeptUntilItIsClosed() {
        HashOutcome outcome = new HashOutcome();
        hasher.begin(FILE, EPOCH, temporary(content), ChecksumAlgorithm.SHA256, outcome);
        for (ByteRange block : blocks().subList(1, 10)) offer(block);
        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS - GAP_BLOCKS);

        offer(blocks().get(0));
        for (ByteRange block : blocks().subList(10, blocks().size())) offer(block);
        hasher.finish(FILE, EPOCH, content.length);
        assertThat(outcome.join()).isEqualTo(sha256(content));
    }

    @Test
    void blocksThatChangePlacesOnTheWayAreNotReadAgain() {
        HashOutcome outcome = beginUnreadable(ChecksumAlgorithm.SHA256);
        List<ByteRange> order = blocks();
        for (int i = 0; i + 2 < order.size(); i += 3) Collections.swap(order, i, i + 2);
        for (ByteRange block : order) offer(block);
        hasher.finish(FILE, EPOCH, content.length);
        assertThat(outcome.join()).isEqualTo(sha256(content));
    }

    @Test
    void blockBehindZerosHasNoGapBeforeIt() {
        HashOutcome outcome = beginUnreadable(ChecksumAlgorithm.SHA256);
        Arrays.fill(content, 0, 5 * BLOCK_BYTES, (byte) 0);
        hasher.zero(FILE, EPOCH, new ByteRange(0, 5 * BLOCK_BYTES));
        for (ByteRange block : blocks().subList(5, blocks().size())) offer(block);
        hasher.finish(FILE, EPOCH, content.length);
        assertThat(outcome.join()).isEqualTo(sha256(content));
    }

    @Test
    void crcIsComposedOfThoseOfTheBlocksInAnyOrderWithoutTheirBytes() {
        for (int seed = 0; seed < 50; seed++) {
            HashOutcome outcome = beginUnreadable(ChecksumAlgorithm.CRC32C);
            List<ByteRange> order = blocks();
            Collections.shuffle(order, new Random(seed));
            for (ByteRange block : order) offer(block);
            assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS);
            hasher.finish(FILE, EPOCH, content.length);
            assertThat(outcome.join()).isEqualTo(digest(content, ChecksumAlgorithm.CRC32C));
        }
    }

    @Test
    void farBehindAGapNothingIsKept() {
        long far = FileHasher.GAP_BYTES_MAX;
        hasher.begin(FILE, EPOCH, temporary(content), ChecksumAlgorithm.SHA256, new HashOutcome());
        hasher.offer(
                new BlockTag(FILE, EPOCH, new ByteRange(far, BLOCK_BYTES), 0), loan(new ByteRange(0, BLOCK_BYTES)));

        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS);
        discard();
    }

    /** Occupies the only hash thread. */
    private void hold(CountDownLatch reading, CountDownLatch slow) {
        HashOutcome outcome = new HashOutcome();
        hasher.digest(new HeldFile(reading, slow), 10, ChecksumAlgorithm.CRC32C, outcome);
    }

    private record HeldFile(CountDownLatch reading, CountDownLatch slow) implements ReadableFile {
        @Override
        public FileStatus status() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(long offset, ByteBuffer target) {
            reading.countDown();
            try {
                slow.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return 0;
        }

        @Override
        public long holeEnd(long offset) {
            return offset;
        }

        @Override
        public void close() {}
    }

    private void discard() {
        hasher.discard(FILE, EPOCH).toCompletableFuture().join();
    }

    @Test
    void discardedFileIsNotReadAnyMoreAndKeepsNoBlock() {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        hold(reading, slow);
        HashOutcome outcome = new HashOutcome();
        hasher.begin(FILE, EPOCH, temporary(content), ChecksumAlgorithm.SHA256, outcome);
        for (ByteRange block : blocks()) offer(block);
        var discarded = hasher.discard(FILE, EPOCH).toCompletableFuture();
        assertThat(discarded).isNotDone();
        slow.countDown();

        discarded.join();
        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS);
        assertThat(outcome).isNotDone();
    }

    @Test
    void closingGivesBackBlocksOfFilesThatWaitAndOfDiscardedOnes() {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        hold(reading, slow);
        FileId other = new FileId(2);
        for (FileId file : List.of(FILE, other)) {
            hasher.begin(file, EPOCH, temporary(content), ChecksumAlgorithm.SHA256, new HashOutcome());
            for (ByteRange block : blocks().subList(0, 4)) hasher.offer(tag(file, EPOCH, block), loan(block));
        }
        var discarded = hasher.discard(FILE, EPOCH).toCompletableFuture();
        var closed = CompletableFuture.runAsync(hasher::close);
        slow.countDown();

        closed.join();
        discarded.join();
        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS);
    }

    @Test
    void fileThatIsFinishedTooEarlyFails() {
        HashOutcome outcome = new HashOutcome();
        hasher.begin(FILE, EPOCH, temporary(content), ChecksumAlgorithm.SHA256, outcome);
        offer(blocks().get(0));
        hasher.finish(FILE, EPOCH, content.length);
        assertThat(outcome.code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void temporaryFileThatLostBytesFails() {
        HashOutcome outcome = new HashOutcome();
        hasher.begin(FILE, EPOCH, temporary(new byte[100]), ChecksumAlgorithm.SHA256, outcome);
        hasher.written(FILE, EPOCH, new ByteRange(0, 200));
        assertThat(outcome.code()).isEqualTo(ErrorCode.WRITE_ERROR);
    }

    @Test
    void blocksOfUnknownFilesAndOldEpochsAreGivenBack() {
        hasher.begin(FILE, EPOCH, temporary(content), ChecksumAlgorithm.SHA256, new HashOutcome());
        hasher.offer(tag(FILE, new Epoch(2), blocks().get(0)), loan(blocks().get(0)));
        hasher.offer(tag(new FileId(9), EPOCH, blocks().get(0)), loan(blocks().get(0)));
        assertThat(cache.blocksFree()).isEqualTo(CACHE_BLOCKS);
        discard();
    }

    private ReadableFile placed(byte[] bytes) {
        WritableFile temporary = temporary(bytes);
        temporary.close();
        StorePath path = StorePath.ofUtf8("whole.nc");
        area.place("1-1.part", path, PlaceMode.REPLACE);
        return store.open(path);
    }

    @Test
    void wholeFileIsHashedWithProgress() {
        int length = (128 << 20) + 5;
        WritableFile temporary = area.create("1-1.part");
        temporary.write(0, ByteBuffer.wrap(content));
        temporary.resize(length);
        area.place("1-1.part", StorePath.ofUtf8("sparse.nc"), PlaceMode.NEW);
        HashOutcome outcome = new HashOutcome();
        hasher.digest(store.open(StorePath.ofUtf8("sparse.nc")), length, ChecksumAlgorithm.MD5, outcome);

        RunningDigest expected = RunningDigest.of(ChecksumAlgorithm.MD5);
        expected.update(ByteBuffer.wrap(Arrays.copyOf(content, length)));
        assertThat(outcome.join()).isEqualTo(expected.finish());
        assertThat(outcome.progress).containsExactly(64L << 20, 128L << 20);
    }

    @Test
    void fileThatEndsEarlierHasChanged() {
        HashOutcome outcome = new HashOutcome();
        hasher.digest(placed(content), content.length + 1L, ChecksumAlgorithm.SHA256, outcome);
        assertThat(outcome.code()).isEqualTo(ErrorCode.SOURCE_CHANGED);
    }

    @Test
    void digestCanBeCancelled() {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        hold(reading, slow);
        HashOutcome outcome = new HashOutcome();
        hasher.digest(placed(content), content.length, ChecksumAlgorithm.SHA256, outcome)
                .cancel();
        slow.countDown();
        assertThat(outcome.code()).isEqualTo(ErrorCode.CANCELLED);
    }
}
