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
import org.bdm.core.cache.Loan;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pump, turn by turn: reader threads are a queue that the test empties. */
class BlockReaderTest {
    private static final int BLOCK = 64 << 10;

    private final MemoryStore memory = new MemoryStore();
    private final ChangingStore store = new ChangingStore(memory);
    private final BlockCache cache = new BlockCache(4, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("stream", 1, 4));
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final NotingSink sink = new NotingSink();
    private final BlockReader reader =
            new BlockReader(share, sink, new PlainLayout(), new BlockReader.Sizes(BLOCK, 16 << 10), turns::add);

    @AfterEach
    void everythingIsBack() {
        reader.close();
        sink.releaseAll();
        run();
        assertThat(cache.blocksFree()).isEqualTo(4);
        assertThat(store.open).isZero();
    }

    @Test
    void blocksComeInTheOrderAskedForAndEndAtMultiplesOfTheBlockSize() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(3 * BLOCK, 1));
        reader.add(List.of(item(1, "x", version, new ByteRange(100, 2 * BLOCK), new ByteRange(2 * BLOCK + 500, 10))));
        run();
        assertThat(sink.told)
                .containsExactly(
                        "block 100+" + (BLOCK - 100),
                        "block " + BLOCK + "+" + BLOCK,
                        "block " + 2 * BLOCK + "+100",
                        "block " + (2 * BLOCK + 500) + "+10",
                        "end 1");
    }

    @Test
    void slowPeerHoldsNoThreadAndReadingGoesOnWhenItReads() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(3 * BLOCK, 1));
        sink.takes = 1;
        reader.add(List.of(whole(1, "x", version, false)));
        run();
        assertThat(sink.told).hasSize(1);
        assertThat(turns).isEmpty();
        sink.takes = 10;
        reader.resume();
        run();
        assertThat(sink.told).hasSize(4).last().isEqualTo("end 1");
    }

    @Test
    void readingWaitsForAFreeBlockWithoutAThread() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(3 * BLOCK, 1));
        CacheShare other = cache.share(new CacheQuota("other", 0, 4));
        List<Loan> taken = new ArrayList<>();
        for (Loan loan = other.tryLend(); loan != null; loan = other.tryLend()) taken.add(loan);
        sink.keeps = true;
        reader.add(List.of(whole(1, "x", version, false)));
        run();
        assertThat(sink.told).hasSize(1);
        assertThat(turns).isEmpty();
        taken.forEach(Loan::release);
        run();
        assertThat(sink.told).hasSize(4);
    }

    @Test
    void smallFilesOfOneRequestShareABlockAndOneBadOneDoesNotHarmTheOthers() {
        List<ReadItem> items = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            FileVersion version = StoreContent.put(memory, "s" + i, StoreContent.random(100 * i, i));
            items.add(whole(i, i == 3 ? "gone" : "s" + i, version, true));
        }
        reader.add(items);
        run();
        assertThat(sink.told).containsExactly("pack 1:100 2:200 3:SOURCE_NOT_FOUND 4:400 5:500");
    }

    @Test
    void packIsNotWaitedForAndNotOverfilled() {
        List<ReadItem> items = new ArrayList<>();
        for (int i = 1; i <= 9; i++) {
            FileVersion version = StoreContent.put(memory, "s" + i, StoreContent.random(15 << 10, i));
            items.add(whole(i, "s" + i, version, true));
        }
        reader.add(items.subList(0, 1));
        run();
        assertThat(sink.told).containsExactly("pack 1:15360");
        reader.add(items.subList(1, 9));
        run();
        assertThat(sink.told).hasSize(3);
    }

    @Test
    void fileThatGrowsWhileItIsReadIsNotReadBeyondItsSizeAndFails() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(2 * BLOCK, 1));
        store.beforeRead = () -> {
            if (store.reads == 1) store.grownBy = 10;
        };
        reader.add(List.of(whole(1, "x", version, false)));
        run();
        assertThat(sink.told.get(2)).startsWith("fail 1 SOURCE_CHANGED");
        assertThat(sink.told).hasSize(3);
    }

    @Test
    void fileThatWasWrittenSinceItsListingIsNotReadEvenIfItsTimeWasRestored() {
        FileVersion now = StoreContent.put(memory, "x", StoreContent.random(2 * BLOCK, 1));
        FileVersion listed =
                new FileVersion(now.size(), now.modified(), now.changed().minusNanos(1), now.inode());
        reader.add(List.of(whole(1, "x", listed, false)));
        run();
        FileVersion small = StoreContent.put(memory, "small", StoreContent.random(500, 1));
        FileVersion smallListed =
                new FileVersion(500, small.modified(), small.changed().minusNanos(1), small.inode());
        reader.add(List.of(whole(2, "small", smallListed, true)));
        run();
        assertThat(sink.told).hasSize(2);
        assertThat(sink.told.get(0)).startsWith("fail 1 SOURCE_CHANGED");
        assertThat(sink.told.get(1)).isEqualTo("pack 2:SOURCE_CHANGED");
    }

    @Test
    void openFileIsReadForTheVersionThatWasAskedForOnly() {
        FileVersion now = StoreContent.put(memory, "x", StoreContent.random(3 * BLOCK, 1));
        FileVersion listed =
                new FileVersion(now.size(), now.modified(), now.changed().minusNanos(1), now.inode());
        reader.add(List.of(
                item(1, "x", now, new ByteRange(0, BLOCK)),
                item(2, "x", listed, new ByteRange(BLOCK, BLOCK)),
                item(3, "x", now, new ByteRange(2 * BLOCK, BLOCK))));
        run();
        assertThat(sink.told).hasSize(5);
        assertThat(sink.told.get(2)).startsWith("fail 2 SOURCE_CHANGED");
        assertThat(sink.told.get(4)).isEqualTo("end 3");
    }

    @Test
    void fileThatIsCutWhileItIsReadFails() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(2 * BLOCK, 1));
        FileVersion small = StoreContent.put(memory, "small", StoreContent.random(500, 1));
        store.shortenTo = BLOCK + 5;
        reader.add(List.of(whole(1, "x", version, false)));
        run();
        assertThat(sink.told.get(1)).startsWith("fail 1 SOURCE_CHANGED");
        store.shortenTo = 100;
        reader.add(List.of(whole(2, "small", small, true)));
        run();
        assertThat(sink.told.get(2)).isEqualTo("pack 2:SOURCE_CHANGED");
    }

    @Test
    void holeIsToldAndNotRead() {
        FileVersion version = StoreContent.put(memory, "x", new byte[3 * BLOCK]);
        store.dataFrom = 2 * BLOCK;
        reader.add(List.of(whole(1, "x", version, false)));
        run();
        assertThat(sink.told).containsExactly("zero 0+" + 2 * BLOCK, "block " + 2 * BLOCK + "+" + BLOCK, "end 1");
    }

    @Test
    void cancelledRequestIsForgottenAndTheNextIsRead() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        sink.takes = 1;
        reader.add(List.of(whole(1, "x", version, false)));
        reader.add(List.of(whole(2, "x", version, false)));
        run();
        reader.cancel(Set.of(new RequestId(1)));
        sink.takes = 100;
        reader.resume();
        run();
        assertThat(sink.told)
                .startsWith("block 0+" + BLOCK)
                .doesNotContain("end 1")
                .endsWith("end 2")
                .hasSize(6);
    }

    @Test
    void requestThatIsCancelledWhileThePeerTakesNothingGivesItsFileBack() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(4 * BLOCK, 1));
        sink.takes = 1;
        reader.add(List.of(whole(1, "x", version, false)));
        run();
        assertThat(store.open).isEqualTo(1);
        reader.cancel(Set.of(new RequestId(1)));
        run();
        assertThat(store.open).isZero();
    }

    @Test
    void storeThatThrowsSomethingElseFailsTheItemOnly() {
        FileVersion version = StoreContent.put(memory, "x", StoreContent.random(BLOCK, 1));
        store.beforeRead = () -> {
            throw new IllegalArgumentException("on purpose");
        };
        reader.add(List.of(whole(1, "x", version, false), whole(2, "x", version, false)));
        run();
        assertThat(sink.told.get(0)).startsWith("fail 1 INTERNAL");
        assertThat(sink.told.get(1)).startsWith("fail 2 INTERNAL");
    }

    private void run() {
        for (int i = 0; i < 1000 && !turns.isEmpty(); i++) turns.remove().run();
        assertThat(turns).as("turns that never end").isEmpty();
    }

    private ReadItem item(int file, String path, FileVersion version, ByteRange... ranges) {
        return new ReadItem(
                new RequestId(file),
                store,
                new FileId(file),
                new Epoch(1),
                StorePath.ofUtf8(path),
                version,
                List.of(ranges),
                false);
    }

    private ReadItem whole(int file, String path, FileVersion version, boolean packable) {
        return new ReadItem(
                new RequestId(packable ? 7 : file),
                store,
                new FileId(file),
                new Epoch(1),
                StorePath.ofUtf8(path),
                version,
                List.of(),
                packable);
    }
}
