package org.bdm.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several readers of one stream, turn by turn. While the first read is under way, the other reader has all turns that it wants. */
class SeveralReadersTest {
    private static final int BLOCK = 64 << 10;

    private final MemoryStore memory = new MemoryStore();
    private final ChangingStore store = new ChangingStore(memory);
    private final BlockCache cache = new BlockCache(8, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("stream", 1, 8));
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final NotingSink sink = new NotingSink();
    private final BlockReader reader = reader(share, sink);
    private final List<String> toldWithinFirstRead = new ArrayList<>();

    @AfterEach
    void everythingIsBack() {
        store.beforeRead = () -> {};
        reader.close();
        sink.releaseAll();
        run();
        assertThat(cache.blocksFree()).isEqualTo(8);
        assertThat(store.open).isZero();
    }

    private BlockReader reader(CacheShare from, ReadSink to) {
        return new BlockReader(from, to, new PlainLayout(), new BlockReader.Sizes(BLOCK, 16 << 10), turns::add);
    }

    /** The other reader works until it can do no more, and then {@code after} runs; both within the first read. */
    private void whileTheFirstReads(Runnable after) {
        store.beforeRead = () -> {
            if (store.reads > 1) return;
            run();
            toldWithinFirstRead.addAll(sink.told);
            after.run();
        };
    }

    private void run() {
        for (int i = 0; i < 1000 && !turns.isEmpty(); i++) turns.remove().run();
        assertThat(turns).as("turns that never end").isEmpty();
    }

    private ReadItem item(int file, String path, FileVersion version, boolean packable, ByteRange... ranges) {
        return new ReadItem(
                new RequestId(file),
                store,
                new FileId(file),
                new Epoch(1),
                StorePath.ofUtf8(path),
                version,
                List.of(ranges),
                packable);
    }

    private static String block(int number) {
        return "block " + number * BLOCK + "+" + BLOCK;
    }

    @Test
    void blocksOfOneFileAreReadAtOnceAndItsEndComesAfterAllOfThem() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", version, false)));
        run();
        assertThat(toldWithinFirstRead).containsExactly(block(1), block(2), block(3));
        assertThat(sink.told).endsWith(block(0), "end 1").hasSize(5);
    }

    @Test
    void readerThatFoundNothingWhileAFileWasOpenedHelpsAfterwards() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        store.beforeOpen = this::run;
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", version, false)));
        run();
        assertThat(toldWithinFirstRead).containsExactly(block(1), block(2), block(3));
    }

    @Test
    void oneReaderReadsOneBlockAtATime() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.useReaders(1);
        reader.add(List.of(item(1, "x", version, false)));
        run();
        assertThat(toldWithinFirstRead).isEmpty();
        assertThat(sink.told).containsExactly(block(0), block(1), block(2), block(3), "end 1");
    }

    @Test
    void nextFileIsBegunWhileTheLastBlockOfTheOneBeforeIsRead() {
        FileVersion first = StoreContent.put(memory, "x", StoreContent.random(BLOCK, 1));
        FileVersion second = StoreContent.put(memory, "y", StoreContent.random(2 * BLOCK, 2));
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", first, false), item(2, "y", second, false)));
        run();
        assertThat(toldWithinFirstRead).containsExactly(block(0), block(1), "end 2");
        assertThat(sink.told).endsWith(block(0), "end 1").hasSize(5);
    }

    @Test
    void fileFailsOnceAndAfterTheBlocksThatWereBeingRead() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        store.shortenTo = 2 * BLOCK + 5;
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", version, false)));
        run();
        assertThat(toldWithinFirstRead).containsExactly(block(1));
        assertThat(sink.told).containsExactly(block(1), block(0), "fail 1 SOURCE_CHANGED left " + 2 * BLOCK);
    }

    @Test
    void fileThatChangesWhileItIsReadFailsAndIsOpenedAfreshForTheNext() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        whileTheFirstReads(() -> store.grownBy = 10);
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", version, false)));
        run();
        assertThat(sink.told).hasSize(5).last().isEqualTo("fail 1 SOURCE_CHANGED left 0");
        store.grownBy = 0;
        reader.add(List.of(item(2, "x", version, false)));
        run();
        assertThat(sink.told).last().isEqualTo("end 2");
    }

    @Test
    void nothingIsToldOfARequestThatWasCancelledWhileItsLastBlockWasRead() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        whileTheFirstReads(() -> {
            reader.cancel(Set.of(new RequestId(1)));
            run();
            reader.resume();
            run();
            assertThat(store.open).as("it is still read").isEqualTo(1);
        });
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", version, false)));
        run();
        assertThat(sink.told).containsExactly(block(1), block(2), block(3), block(0));
        assertThat(store.open).isZero();
    }

    @Test
    void holeIsToldByOneReaderWhileTheOtherReads() {
        FileVersion version = StoreContent.put(memory, "x", new byte[4 * BLOCK]);
        FileVersion other = StoreContent.put(memory, "y", StoreContent.random(BLOCK, 1));
        store.dataFrom = BLOCK;
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.add(List.of(item(1, "x", version, false), item(2, "y", other, false)));
        run();
        assertThat(sink.told).contains("zero 0+" + BLOCK, "end 1", "end 2").doesNotContain(block(0));
        assertThat(sink.told.indexOf("end 1")).isGreaterThan(sink.told.lastIndexOf(block(1)));
    }

    @Test
    void packsAreFilledAtOnce() {
        List<ReadItem> items = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            FileVersion version = StoreContent.put(memory, "s" + i, StoreContent.random(100 * i, i));
            items.add(item(i, "s" + i, version, true));
        }
        whileTheFirstReads(() -> {});
        reader.useReaders(2);
        reader.add(items);
        run();
        assertThat(toldWithinFirstRead).containsExactly("pack 2:200");
        assertThat(sink.told).containsExactly("pack 2:200", "pack 1:100");
    }

    @Test
    void readerThatWasWokenForABlockItNoLongerNeedsWakesTheNext() {
        try (BlockCache one = new BlockCache(1, BLOCK)) {
            CacheShare holder = one.share(new CacheQuota("holder", 0, 1));
            NotingSink second = new NotingSink();
            BlockReader first = reader(one.share(new CacheQuota("first", 0, 1)), sink);
            BlockReader waiting = reader(one.share(new CacheQuota("second", 0, 1)), second);
            FileVersion version = StoreContent.put(memory, "x", StoreContent.random(BLOCK, 1));
            var loan = holder.tryLend();
            first.add(List.of(item(1, "x", version, false)));
            waiting.add(List.of(item(2, "x", version, false)));
            run();
            first.cancel(Set.of(new RequestId(1)));
            run();
            if (loan != null) loan.release();
            run();
            assertThat(second.told).containsExactly(block(0), "end 2");
            first.close();
            waiting.close();
            run();
        }
    }
}
