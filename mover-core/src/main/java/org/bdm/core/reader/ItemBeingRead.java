package org.bdm.core.reader;

import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * An item of which ranges are read, by one lane or by several, each of which takes the next hole or block. It is over when nothing more can be
 * taken and what was taken has ended. On reader threads, but for {@link #cancel}.
 */
final class ItemBeingRead {
    private static final int HOLE_BYTES_MIN = 64 * 1024; // a smaller hole is cheaper as zeros in a block

    private final ReadItem item;
    private final int blockBytesMax;
    private volatile @Nullable FileBeingRead file;
    private volatile boolean hasMore;
    private volatile boolean isCancelled;

    // Guarded by this. Held while a hole is looked for: that is a call to the disk.
    private int rangeIndex;
    private long next; // offset of the next byte to take, in the range at rangeIndex
    private int underWay = 1; // the opening
    private long bytesLeft;
    private @Nullable MoverException failure;

    /** Begun by a lane that opens its file. */
    ItemBeingRead(ReadItem item, int blockBytesMax) {
        this.item = item;
        this.blockBytesMax = blockBytesMax;
        this.bytesLeft = item.bytes();
        this.next = item.ranges().isEmpty() ? 0 : item.ranges().get(0).offset();
        this.hasMore = !item.ranges().isEmpty();
    }

    /**
     * Next thing for a lane to read.
     *
     * @param isHole no byte of it needs to be read
     */
    record Part(ByteRange range, boolean isHole) {}

    ReadItem item() {
        return item;
    }

    /** Null until it is open. */
    @Nullable FileBeingRead file() {
        return file;
    }

    void opened(FileBeingRead opened) {
        file = opened;
    }

    /** True if a lane can take a part of it. Does not wait. */
    boolean canBeTaken() {
        return file != null && hasMore && !isCancelled;
    }

    /** Takes the next hole or block; null if there is none. Each part must be told as ended, or as failed; also one whose taking fails. */
    synchronized @Nullable Part take() {
        FileBeingRead from = file;
        if (from == null || !hasMore || isCancelled) return null;
        underWay++;
        ByteRange range = item.ranges().get(rangeIndex);
        long dataAt = Math.min(from.readable().holeEnd(next), range.endExclusive());
        boolean isHole = dataAt - next >= HOLE_BYTES_MIN || (dataAt > next && dataAt == range.endExclusive());
        // Blocks end at multiples of the block size, so that writes and marks at the other end are aligned.
        long end = isHole ? dataAt : Math.min(next - next % blockBytesMax + blockBytesMax, range.endExclusive());
        Part part = new Part(ByteRange.between(next, end), isHole);
        moveTo(end);
        return part;
    }

    private void moveTo(long offset) {
        next = offset;
        if (offset < item.ranges().get(rangeIndex).endExclusive()) return;
        rangeIndex++;
        if (rangeIndex < item.ranges().size())
            next = item.ranges().get(rangeIndex).offset();
        else hasMore = false;
    }

    /** The opening or a part has ended, and so many bytes were told; true if the item is over now. */
    synchronized boolean ended(long bytesTold) {
        underWay--;
        bytesLeft -= bytesTold;
        return underWay == 0 && (!hasMore || isCancelled);
    }

    /** As {@link #ended}, of one that failed: nothing more is taken. */
    synchronized boolean failed(MoverException reason) {
        if (failure == null) failure = reason;
        hasMore = false;
        return ended(0);
    }

    /** Nothing more is taken. Any thread; does not wait. */
    void cancel() {
        isCancelled = true;
    }

    boolean isCancelled() {
        return isCancelled;
    }

    /** True if it was cancelled, and no lane is at it. */
    synchronized boolean isCancelledAndIdle() {
        return isCancelled && underWay == 0;
    }

    /** Status after the last read, of an item that is over; fails as the first part that failed, or with SOURCE_CHANGED. */
    FileStatus checkWhenOver() {
        FileBeingRead read = file;
        MoverException reason;
        synchronized (this) {
            reason = failure;
        }
        if (reason != null) throw reason;
        if (read == null) throw new MoverException(ErrorCode.INTERNAL, item.path() + " was never opened");
        return read.checkUnchanged();
    }

    /** Bytes that were not told. */
    synchronized long bytesLeft() {
        return bytesLeft;
    }
}
