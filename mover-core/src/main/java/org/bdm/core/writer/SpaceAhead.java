package org.bdm.core.writer;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.store.WritableFile;

/**
 * Asks for the space of one file a little ahead of its bytes: a full disk is noticed before much is sent for it, and the file lies in long
 * pieces. Not for the whole file at once: where the source has a hole, nothing may be taken, and its size says nothing of that. Belongs to
 * the file's writer thread.
 */
final class SpaceAhead {
    /** Long enough for long pieces; a sparse file is refused only where less than this is free. */
    static final long AHEAD_BYTES = 16L << 20;

    private final WritableFile temporary;
    private final long size;
    private final RangeSet asked = new RangeSet();
    private boolean mayHoldBytesInHoles;

    /**
     * For a file of {@code size} bytes.
     *
     * @param mayHoldOldBytes whether an earlier run may have left bytes anywhere in it
     */
    SpaceAhead(WritableFile temporary, long size, boolean mayHoldOldBytes) {
        this.temporary = temporary;
        this.size = size;
        this.mayHoldBytesInHoles = mayHoldOldBytes;
    }

    /** Asks for the first piece that is missing, before anything is sent for it; parameters and errors as {@link #beforeWrite}. */
    void begin(RangeSet covered) {
        List<ByteRange> missing = covered.missing(size);
        if (!missing.isEmpty()) beforeWrite(new ByteRange(missing.get(0).offset(), 1), covered);
    }

    /**
     * Call before the range is written.
     *
     * @param covered what is there already, holes too
     * @throws org.bdm.core.fault.MoverException NO_SPACE and the like; nothing of the range is written then
     */
    void beforeWrite(ByteRange range, RangeSet covered) {
        if (asked.contains(range)) return;
        long offset = range.offset() / AHEAD_BYTES * AHEAD_BYTES;
        ByteRange ahead =
                ByteRange.between(offset, Math.max(range.endExclusive(), Math.min(size, offset + AHEAD_BYTES)));
        for (ByteRange gap : without(covered, ahead)) {
            if (temporary.reserve(gap)) mayHoldBytesInHoles = true;
        }
        asked.add(ahead);
    }

    private static List<ByteRange> without(RangeSet covered, ByteRange range) {
        RangeSet rest = new RangeSet();
        rest.add(range);
        for (ByteRange there : covered.ranges()) rest.remove(there);
        return rest.ranges();
    }

    /** The source has a hole there: nothing is kept for it, and nothing of an earlier run stays in it. */
    void makeHole(ByteRange range) {
        if (mayHoldBytesInHoles) temporary.makeHole(range);
    }
}
