package org.bdm.core.reader;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs whole small files, as many as are asked for now and fit: it never waits for more. A file that cannot be read is a piece with an
 * error. Which files go in is decided by their expected sizes, so that each is read straight to its place behind the index.
 */
final class PackingLane extends Lane {
    private static final Logger LOG = LoggerFactory.getLogger(PackingLane.class);
    private static final int PIECES_MAX = 512; // bounds the time for which finished pieces wait for the others

    private final ReadQueue queue;
    private final ReadSink sink;
    private final PackLayout layout;
    private final int blockBytesMax;

    /** A lane for the items of this queue, as the others of the stream. */
    PackingLane(
            BlockLender lender,
            ReadQueue queue,
            ReadSink sink,
            PackLayout layout,
            int blockBytesMax,
            Executor threads) {
        super(lender, sink, threads);
        this.queue = queue;
        this.blockBytesMax = blockBytesMax;
        this.sink = sink;
        this.layout = layout;
    }

    @Override
    boolean step() {
        if (queue.isEmpty() || !sink.isReady()) return false;
        Loan loan = tryLend();
        if (loan == null) return false;
        boolean handedOver = false;
        try {
            List<ReadItem> items = choose();
            if (items.isEmpty()) return true; // taken by another lane, or cancelled
            int dataOffset = layout.dataOffset(items.size());
            int length = dataOffset;
            List<PackedPiece> pieces = new ArrayList<>(items.size());
            Store store = items.get(0).store();
            try (BatchOpen batch = store.open(pathsIn(store, items))) {
                for (ReadItem item : items) {
                    PackedPiece piece = read(item, batch, store, loan, length);
                    pieces.add(piece);
                    length += piece.length();
                }
            }
            times().now(ReadTimes.Doing.COMPUTING);
            layout.writeIndex(pieces, dataOffset, loan.payload(0, dataOffset));
            int crc32c = RunningDigest.crc32c(loan.payload(0, length));
            times().now(ReadTimes.Doing.READING);
            handedOver = true;
            sink.onPack(items.get(0).request(), pieces, loan, length, crc32c);
            return true;
        } finally {
            if (!handedOver) loan.release();
        }
    }

    @Override
    boolean hasWork() {
        return !queue.isEmpty();
    }

    @Override
    void onClosed() {
        // Nothing is held between two steps.
    }

    private List<ReadItem> choose() {
        return queue.takeWhile(new Room());
    }

    /** Room of one pack: items of one request, as many as fit. */
    private final class Room implements Predicate<ReadItem> {
        private @Nullable RequestId request;
        private int items;
        private long bytes;

        @Override
        public boolean test(ReadItem next) {
            if (request == null) request = next.request();
            long bytesThen = bytes + next.expected().size();
            if (items == PIECES_MAX || !next.request().equals(request)) return false;
            if (layout.dataOffset(items + 1) + bytesThen > blockBytesMax) return false;
            items++;
            bytes = bytesThen;
            return true;
        }
    }

    /** Of those that are in this store, which all of a request are, but for one whose export was offered anew. */
    private static List<StorePath> pathsIn(Store store, List<ReadItem> items) {
        List<StorePath> paths = new ArrayList<>(items.size());
        for (ReadItem item : items) if (item.store() == store) paths.add(item.path());
        return paths;
    }

    private static ReadableFile open(ReadItem item, BatchOpen batch, Store store) {
        return item.store() == store ? batch.next() : item.store().open(item.path());
    }

    private static PackedPiece read(ReadItem item, BatchOpen batch, Store store, Loan loan, int at) {
        try (ReadableFile file = open(item, batch, store)) {
            FileStatus before = file.statusWhenOpened();
            VersionCheck.opened(item.path(), item.expected(), before);
            int size = (int) item.expected().size();
            ByteBuffer target = loan.payload(at, size);
            int read = size == 0 ? 0 : file.read(0, target);
            if (read < size) throw VersionCheck.shorter(item.path(), item.expected(), read);
            FileStatus after = file.status();
            VersionCheck.unchanged(item.path(), before.version(), after.version());
            return new PackedPiece(item, size, after.version(), after.mode(), null);
        } catch (MoverException e) {
            return new PackedPiece(item, 0, null, 0, e);
        } catch (RuntimeException e) {
            LOG.error("cannot pack {}", item.path(), e);
            return new PackedPiece(item, 0, null, 0, Defect.of(item, e));
        }
    }
}
