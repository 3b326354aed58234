package org.bdm.core.reader;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads ranges of large files, block by block, beside the other range lanes of the stream. */
final class RangeLane extends Lane {
    private static final Logger LOG = LoggerFactory.getLogger(RangeLane.class);
    private static final int SLICE_BYTES = 256 * 1024; // still in the L2 cache when its checksum is computed

    private final RangeWork work;
    private final ReadSink sink;
    private final Runnable callOthers;

    /**
     * A lane with nothing to do.
     *
     * @param callOthers tells the other lanes that there may be something for them
     */
    RangeLane(BlockLender lender, RangeWork work, ReadSink sink, Runnable callOthers, Executor threads) {
        super(lender, sink, threads);
        this.work = work;
        this.sink = sink;
        this.callOthers = callOthers;
    }

    @Override
    boolean step() {
        work.tidy();
        if (!work.hasMore() || !sink.isReady()) return false;
        ItemBeingRead reading = work.next();
        if (reading == null) return false;
        return reading.file() == null ? open(reading) : advance(reading);
    }

    @Override
    boolean hasWork() {
        return work.hasMore();
    }

    @Override
    void onClosed() {
        work.tidy();
        work.files().close();
    }

    private boolean open(ItemBeingRead reading) {
        boolean isOver;
        try {
            reading.opened(work.files().open(reading.item()));
            callOthers.run();
            isOver = reading.ended(0);
        } catch (Throwable e) {
            isOver = failed(reading, e);
        }
        if (isOver) finish(reading);
        return true;
    }

    /** One hole or one block. */
    private boolean advance(ItemBeingRead reading) {
        Loan loan = tryLend();
        if (loan == null) return false;
        boolean handedOver = false;
        boolean isOver;
        try {
            ItemBeingRead.Part part = reading.take();
            if (part == null) return true; // the others took the rest
            if (part.isHole()) {
                sink.onZero(reading.item(), part.range());
            } else {
                int crc32c = fill(loan, part.range(), reading);
                BlockTag tag =
                        new BlockTag(reading.item().file(), reading.item().epoch(), part.range(), crc32c);
                handedOver = true;
                sink.onBlock(reading.item(), tag, loan);
            }
            isOver = reading.ended(part.range().length());
        } catch (Throwable e) {
            isOver = failed(reading, e);
        } finally {
            if (!handedOver) loan.release();
        }
        if (isOver) finish(reading);
        return true;
    }

    /** Of a part that was taken; true if the item is over. An error ends the lane, too. */
    private boolean failed(ItemBeingRead reading, Throwable e) {
        if (e instanceof MoverException reason) return reading.failed(reason);
        if (e instanceof Error error) {
            reading.cancel();
            if (reading.ended(0) && work.remove(reading)) work.releaseFile(reading);
            throw error;
        }
        LOG.error("cannot read {}", reading.item().path(), e);
        return reading.failed(Defect.of(reading.item(), e));
    }

    private int fill(Loan loan, ByteRange range, ItemBeingRead reading) {
        FileBeingRead file = Objects.requireNonNull(reading.file());
        CRC32C crc = new CRC32C();
        int length = (int) range.length();
        for (int done = 0; done < length; ) {
            int slice = Math.min(SLICE_BYTES, length - done);
            long at = range.offset() + done;
            int read = file.readable().read(at, loan.payload(done, slice));
            if (read < slice) throw VersionCheck.shorter(file.path(), file.opened(), at + Math.max(read, 0));
            times().now(ReadTimes.Doing.COMPUTING);
            crc.update(loan.payload(done, slice));
            times().now(ReadTimes.Doing.READING);
            done += slice;
        }
        return (int) crc.getValue();
    }

    private void finish(ItemBeingRead over) {
        if (!work.remove(over)) return; // another lane does
        try {
            if (!over.isCancelled()) tellEnd(over);
        } finally {
            work.releaseFile(over);
        }
    }

    private void tellEnd(ItemBeingRead over) {
        FileStatus after;
        try {
            after = over.checkWhenOver();
        } catch (MoverException e) {
            work.files().forgetLast(); // the next item of this file looks afresh
            sink.onItemFailed(over.item(), over.bytesLeft(), e);
            return;
        } catch (RuntimeException e) {
            LOG.error("cannot read {}", over.item().path(), e);
            work.files().forgetLast();
            sink.onItemFailed(over.item(), over.bytesLeft(), Defect.of(over.item(), e));
            return;
        }
        sink.onItemEnded(over.item(), after.version(), after.mode());
    }
}
