package org.bdm.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.store.local.MadeCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What one small file costs the source, in system calls (docs/performance.md). Counts are of the process: nothing runs beside. */
@Isolated
class CallsOfAPackTest {
    private static final int BLOCK = 1 << 20;
    private static final int DIRECTORIES = 5;
    private static final int FILES = 500;

    private final BlockCache cache = new BlockCache(4, BLOCK);
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final Pieces pieces = new Pieces();
    private LocalStore store;

    @BeforeEach
    void makeTree(@TempDir Path root) throws IOException {
        for (int i = 0; i < FILES; i++) {
            Path directory = Files.createDirectories(root.resolve("cmip/day/d" + i % DIRECTORIES));
            Files.write(directory.resolve("f" + i), new byte[1000]);
        }
        store = LocalStore.openReadOnly(new ExportRoot(new ExportName("data"), root));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aSmallFileIsListedWithOneCallAndReadWithFive() {
        MadeCalls listing = new MadeCalls();
        List<ReadItem> items = list();
        Map<String, Double> toList = listing.perFile(FILES);
        assertThat(toList.get("STATUS")).as("%s", toList).isLessThan(1.2);
        assertThat(toList.get("OPEN")).as("%s", toList).isLessThan(0.1);

        MadeCalls reading = new MadeCalls();
        read(items);
        assertThat(pieces.errors).isEmpty();
        assertThat(pieces.count).isEqualTo(FILES);
        Map<String, Double> toRead = reading.perFile(FILES);
        assertThat(toRead.get("OPEN")).as("%s", toRead).isEqualTo(1);
        assertThat(toRead.get("STATUS")).as("%s", toRead).isBetween(2.0, 2.1); // before and after reading
        assertThat(toRead.get("READ")).as("%s", toRead).isEqualTo(1);
        assertThat(toRead.get("CLOSE")).as("%s", toRead).isEqualTo(1);
        assertThat(toRead.get("OTHER")).as("%s", toRead).isZero();
    }

    private List<ReadItem> list() {
        List<ReadItem> items = new ArrayList<>();
        for (int i = 0; i < DIRECTORIES; i++) {
            StorePath directory = StorePath.ofUtf8("cmip/day/d" + i);
            for (DirectoryEntry entry : store.list(directory, null, 1000).entries()) {
                FileVersion version = entry.status().version();
                items.add(new ReadItem(
                        new RequestId(1),
                        store,
                        new FileId(items.size() + 1),
                        new Epoch(1),
                        directory.child(entry.name()),
                        version,
                        List.of(),
                        true));
            }
        }
        return items;
    }

    private void read(List<ReadItem> items) {
        BlockReader.Sizes sizes = new BlockReader.Sizes(BLOCK, 64 << 10);
        try (BlockReader reader = new BlockReader(
                cache.share(new CacheQuota("stream", 1, 4)), pieces, new LengthsOnly(), sizes, turns::add)) {
            reader.add(items);
            while (!turns.isEmpty()) turns.poll().run();
        }
    }

    private static final class LengthsOnly implements PackLayout {
        @Override
        public int dataOffset(int pieces) {
            return 4 * pieces;
        }

        @Override
        public void writeIndex(List<PackedPiece> pieces, int dataOffset, ByteBuffer payload) {
            for (PackedPiece piece : pieces) payload.putInt(piece.length());
        }
    }

    /** Counts the pieces of packs; takes nothing else. */
    private static final class Pieces implements ReadSink {
        private final List<MoverException> errors = new ArrayList<>();
        private int count;

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void onPack(RequestId request, List<PackedPiece> packed, Loan loan, int length, int crc32c) {
            count += packed.size();
            for (PackedPiece piece : packed) {
                if (piece.error() != null) errors.add(piece.error());
            }
            loan.release();
        }

        @Override
        public void onBlock(ReadItem item, BlockTag tag, Loan loan) {
            throw new AssertionError("a block of " + item);
        }

        @Override
        public void onZero(ReadItem item, ByteRange range) {
            throw new AssertionError("zeros of " + item);
        }

        @Override
        public void onItemEnded(ReadItem item, FileVersion version, int mode) {
            throw new AssertionError("the end of " + item);
        }

        @Override
        public void onItemFailed(ReadItem item, long bytesLeft, MoverException reason) {
            errors.add(reason);
        }

        @Override
        public void onBroken(MoverException reason) {
            errors.add(reason);
        }
    }
}
