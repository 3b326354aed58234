package org.bdm.core.reader;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Lease;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads ranges of large files, block by block. Fields but {@code cancelled} belong to the thread of the turn. */
final class RangeLane extends Lane {
    private static final Logger LOG = LoggerFactory.getLogger(RangeLane.class);
    private static final int SLICE_BYTES = 256 * 1024; // still in the L2 cache when its checksum is computed
    private static final int HOLE_BYTES_MIN = 64 * 1024; // a smaller hole is cheaper as zeros in a block

    private final BlockLender lender;
    private final ReadSink sink;
    private final int blockBytesMax;

    private @Nullable FileBeingRead open; // kept while the next item is of the same file
    private @Nullable ReadItem current;
    private volatile @Nullable RequestId currentRequest;
    private volatile boolean currentCancelled;
    private int rangeIndex;
    private long next; // offset of the next byte to read, in the range at rangeIndex

    RangeLane(BlockLender lender, ReadSink sink, int blockBytesMax, Executor threads) {
        super(sink, threads);
        this.blockBytesMax = blockBytesMax;
        this.lender = lender;
        this.sink = sink;
    }

    @Override
    void cancel(Set<RequestId> requests) {
        RequestId reading = currentRequest;
        if (reading != null && requests.contains(reading)) currentCancelled = true;
        super.cancel(requests);
    }

    @Override
    boolean step() {
        ReadItem item = current;
        if (item == null) return start();
        if (currentCancelled) {
            end();
            sink.onItemCancelled(item);
            return true;
        }
        try {
            FileBeingRead file = openFor(item);
            return rangeIndex == item.ranges().size() ? finish(item, file) : advance(item, file);
        } catch (MoverException e) {
            fail(item, e);
        } catch (RuntimeException e) {
            LOG.error("cannot read {}", item.path(), e);
            fail(item, Defect.of(item, e));
        }
        return true;
    }

    @Override
    boolean hasWork() {
        return current != null || super.hasWork();
    }

    @Override
    void onClosed() {
        end();
        closeFile();
    }

    private boolean start() {
        ReadItem item = peek();
        if (item == null) {
            closeFile();
            return false;
        }
        if (!sink.isReady()) return false;
        currentCancelled = false;
        currentRequest = item.request(); // before it leaves the queue: a cancel sees it in one of the two places
        if (!take(item)) {
            currentRequest = null;
            return true;
        }
        current = item;
        rangeIndex = 0;
        next = item.ranges().isEmpty() ? 0 : item.ranges().get(0).offset();
        return true;
    }

    private boolean finish(ReadItem item, FileBeingRead file) {
        FileStatus after = file.checkUnchanged();
        end();
        sink.onItemEnded(item, after.version(), after.mode());
        return true;
    }

    /** One hole or one block. */
    private boolean advance(ReadItem item, FileBeingRead file) {
        if (!sink.isReady()) return false;
        ByteRange range = item.ranges().get(rangeIndex);
        long dataAt = Math.min(file.readable().holeEnd(next), range.endExclusive());
        if (dataAt - next >= HOLE_BYTES_MIN || (dataAt > next && dataAt == range.endExclusive())) {
            sink.onZero(item, ByteRange.between(next, dataAt));
            moveTo(dataAt, item);
            return true;
        }
        Lease lease = lender.tryLease();
        if (lease == null) {
            lender.whenFree(this::signal);
            return false;
        }
        boolean handedOver = false;
        try {
            // Blocks end at multiples of the block size, so that writes and marks at the other end are aligned.
            int length = (int) Math.min(blockBytesMax - next % blockBytesMax, range.endExclusive() - next);
            int crc32c = fill(lease, length, file);
            ByteRange read = new ByteRange(next, length);
            handedOver = true;
            sink.onBlock(item, new BlockTag(item.file(), item.epoch(), read, crc32c), lease);
            moveTo(read.endExclusive(), item);
            return true;
        } finally {
            if (!handedOver) lease.release();
        }
    }

    private int fill(Lease lease, int length, FileBeingRead file) {
        CRC32C crc = new CRC32C();
        for (int done = 0; done < length; ) {
            int slice = Math.min(SLICE_BYTES, length - done);
            ByteBuffer target = lease.payload(done, slice);
            int read = file.readable().read(next + done, target);
            if (read < slice) throw VersionCheck.shorter(file.path(), file.opened(), next + done + Math.max(read, 0));
            times().now(ReadTimes.Doing.COMPUTING);
            crc.update(lease.payload(done, slice));
            times().now(ReadTimes.Doing.READING);
            done += slice;
        }
        return (int) crc.getValue();
    }

    private void moveTo(long offset, ReadItem item) {
        next = offset;
        if (offset < item.ranges().get(rangeIndex).endExclusive()) return;
        rangeIndex++;
        if (rangeIndex < item.ranges().size())
            next = item.ranges().get(rangeIndex).offset();
    }

    private FileBeingRead openFor(ReadItem item) {
        FileBeingRead file = open;
        if (file != null && file.serves(item)) return file;
        closeFile();
        file = FileBeingRead.open(item);
        open = file;
        return file;
    }

    private void fail(ReadItem item, MoverException reason) {
        end();
        closeFile(); // the next item of this file looks afresh
        sink.onItemFailed(item, reason);
    }

    private void end() {
        current = null;
        currentRequest = null;
    }

    private void closeFile() {
        FileBeingRead file = open;
        open = null;
        if (file != null) file.close();
    }
}
