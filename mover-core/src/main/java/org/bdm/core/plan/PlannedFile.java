package org.bdm.core.plan;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/** One file as the planner sees it: which of its bytes have still to be asked for, or asked for again. Owner only. */
final class PlannedFile {
    /** Which queue of the planner a file waits in. */
    enum Lane {
        /** Asked for whole, many to a block. */
        SMALL,
        /** At most one assignment long. */
        MEDIUM,
        /** Longer than one assignment: only some are under way at once. */
        GIANT
    }

    private final FileId file;
    private final Epoch epoch;
    private final long sizeBytes;
    private final Lane lane;
    private final RangeSet unasked = new RangeSet();
    private final RangeSet returned = new RangeSet();
    private boolean isEmptyUnasked;
    private boolean isEmptyReturned;

    PlannedFile(FileId file, Epoch epoch, long sizeBytes, List<ByteRange> missing, PlanLimits limits) {
        this.file = file;
        this.epoch = epoch;
        this.sizeBytes = sizeBytes;
        this.isEmptyUnasked = sizeBytes == 0;
        missing.forEach(unasked::add);
        boolean isWhole = unasked.lengthTotal() == sizeBytes;
        if (sizeBytes <= limits.packableBytesMax() && isWhole) {
            lane = Lane.SMALL;
        } else {
            lane = sizeBytes <= limits.assignmentBytesMax() ? Lane.MEDIUM : Lane.GIANT;
        }
    }

    FileId file() {
        return file;
    }

    Epoch epoch() {
        return epoch;
    }

    Lane lane() {
        return lane;
    }

    boolean hasUnasked() {
        return isEmptyUnasked || !unasked.isEmpty();
    }

    boolean hasReturned() {
        return isEmptyReturned || !returned.isEmpty();
    }

    long bytesToAsk() {
        return unasked.lengthTotal() + returned.lengthTotal();
    }

    /** Least number of bytes of the next assignment. */
    long bytesNeeded(PlanLimits limits) {
        long next = hasReturned() ? returned.lengthTotal() : unasked.lengthTotal();
        return lane == Lane.SMALL || isUndivided(limits) ? next : Math.min(next, limits.blockBytes());
    }

    /** True when the file is requested whole or not at all: it is short, and nothing of it has arrived or was requested before. */
    private boolean isUndivided(PlanLimits limits) {
        return lane == Lane.MEDIUM
                && sizeBytes <= limits.undividedBytesMax()
                && !hasReturned()
                && unasked.coversAll(sizeBytes);
    }

    /** Takes back ranges that have to be asked for again; none for a file without bytes. */
    void giveBack(List<ByteRange> ranges) {
        if (sizeBytes == 0) isEmptyReturned = true;
        for (ByteRange range : ranges) {
            returned.add(range);
            unasked.remove(range); // asked for once is enough
        }
    }

    /** Takes the next bytes to ask for, at most {@code bytesMax}: what was returned first; a small file always whole. */
    Assignment take(long bytesMax, PlanLimits limits) {
        boolean isPackable = sizeBytes <= limits.packableBytesMax();
        RangeSet from = hasReturned() ? returned : unasked;
        if (sizeBytes == 0 || (isPackable && from.coversAll(sizeBytes))) {
            isEmptyUnasked = false;
            isEmptyReturned = false;
            if (sizeBytes > 0) from.remove(new ByteRange(0, sizeBytes));
            return new Assignment(file, epoch, List.of(), isPackable, sizeBytes);
        }
        long bytesMin = isUndivided(limits) ? sizeBytes : limits.blockBytes();
        long room = Math.max(bytesMin, Math.min(bytesMax, limits.assignmentBytesMax()));
        List<ByteRange> taken = new ArrayList<>();
        long bytes = 0;
        for (ByteRange range : from.ranges()) {
            if (bytes >= room || taken.size() == PlanLimits.RANGES_MAX) break;
            ByteRange piece = cut(range, room - bytes, limits.blockBytes());
            taken.add(piece);
            bytes += piece.length();
        }
        taken.forEach(from::remove);
        return new Assignment(file, epoch, taken, false, bytes);
    }

    /** The start of a range, of about {@code room} bytes, that ends where a block of the file ends. */
    private static ByteRange cut(ByteRange range, long room, int blockBytes) {
        if (range.length() <= room) return range;
        long end = (range.offset() + room) / blockBytes * blockBytes;
        if (end <= range.offset()) end = (range.offset() / blockBytes + 1) * blockBytes;
        return ByteRange.between(range.offset(), Math.min(end, range.endExclusive()));
    }
}
