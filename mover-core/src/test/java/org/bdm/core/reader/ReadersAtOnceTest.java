package org.bdm.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several readers of one stream on real threads, while their number changes: every byte comes once, and the end of a file after its bytes. */
class ReadersAtOnceTest {
    private static final int BLOCK = 64 << 10;
    private static final int FILES = 60;

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final MemoryStore store = new MemoryStore();

    @AfterEach
    void endThreads() throws InterruptedException {
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void everyByteComesOnceAndTheEndOfAFileAfterThem() throws InterruptedException {
        Random random = new Random(7);
        List<ReadItem> items = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            int length = i % 3 == 0 ? random.nextInt(16 << 10) : 1 + random.nextInt(20 * BLOCK);
            FileVersion version = StoreContent.put(store, "f" + i, StoreContent.random(length, i));
            items.add(item(i, version));
        }
        BlockCache cache = new BlockCache(6, BLOCK);
        Counting sink = new Counting(items);
        try (BlockReader reader = new BlockReader(
                cache.share(new CacheQuota("stream", 1, 6)),
                sink,
                new PlainLayout(),
                new BlockReader.Sizes(BLOCK, 16 << 10),
                threads)) {
            for (int i = 0; i < FILES; i += 5) {
                reader.useReaders(1 + random.nextInt(4));
                reader.add(items.subList(i, i + 5));
            }
            reader.useReaders(4);
            assertThat(sink.ended.await(30, TimeUnit.SECONDS))
                    .as("files that did not end: " + sink.ended.getCount())
                    .isTrue();
        }
        assertThat(sink.errors).isEmpty();
        await().until(() ->
                cache.blocksFree() == 6); // the thread that ended the last file gives back its block after that
    }

    private ReadItem item(int number, FileVersion version) {
        return new ReadItem(
                new RequestId(1 + number / 5),
                store,
                new FileId(1 + number),
                new Epoch(1),
                StorePath.ofUtf8("f" + number),
                version,
                List.of(),
                true);
    }

    /** Takes out of what is missing what comes. */
    private static final class Counting implements ReadSink {
        private final List<RangeSet> missing = new ArrayList<>();
        private final List<String> errors = new ArrayList<>();
        private final CountDownLatch ended;

        Counting(List<ReadItem> items) {
            ended = new CountDownLatch(items.size());
            for (ReadItem item : items) {
                RangeSet bytes = new RangeSet();
                item.ranges().forEach(bytes::add);
                missing.add(bytes);
            }
        }

        private RangeSet missing(ReadItem item) {
            return missing.get((int) item.file().number() - 1);
        }

        private void came(ReadItem item, ByteRange range) {
            if (!missing(item).contains(range)) errors.add("twice, or after the end: " + range + " of " + item.path());
            missing(item).remove(range);
        }

        private void end(ReadItem item) {
            if (!missing(item).isEmpty()) errors.add("ended without all bytes: " + item.path());
            ended.countDown();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public synchronized void onBlock(ReadItem item, BlockTag tag, Loan loan) {
            came(item, tag.range());
            int crc32c = RunningDigest.crc32c(loan.payload(0, (int) tag.range().length()));
            if (crc32c != tag.crc32c()) errors.add("other bytes than were read: " + item.path());
            loan.release();
        }

        @Override
        public synchronized void onZero(ReadItem item, ByteRange range) {
            came(item, range);
        }

        @Override
        public synchronized void onPack(
                RequestId request, List<PackedPiece> pieces, Loan loan, int length, int crc32c) {
            for (PackedPiece piece : pieces) {
                if (piece.error() != null) errors.add(piece.error().detail());
                if (piece.length() > 0) came(piece.item(), new ByteRange(0, piece.length()));
                end(piece.item());
            }
            loan.release();
        }

        @Override
        public synchronized void onItemEnded(ReadItem item, FileVersion version, int mode) {
            end(item);
        }

        @Override
        public synchronized void onItemFailed(ReadItem item, long bytesLeft, MoverException reason) {
            errors.add(reason.detail());
            ended.countDown();
        }

        @Override
        public synchronized void onBroken(MoverException reason) {
            errors.add(reason.detail());
        }
    }
}
