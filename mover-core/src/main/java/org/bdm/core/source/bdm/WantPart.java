package org.bdm.core.source.bdm;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/** Ranges of one item that were asked for in one want, and which of them have not arrived. Owner only. */
final class WantPart {
    final WantItem item;
    final WantRequest request;
    /** Gaps beside those that were asked for: blocks of one item come in ascending order, so there is hardly ever one. */
    private static final int GAPS_MAX = 1024;

    private final List<ByteRange> ranges;
    private @Nullable RangeSet missing; // made with the first block: a piece of a pack needs none
    private long bytesLeft;
    private @Nullable FileVersion version; // FILE_END has come; it may overtake blocks
    private int mode;

    WantPart(WantItem item, WantRequest request, List<ByteRange> ranges) {
        this.item = item;
        this.request = request;
        this.ranges = ranges;
        for (ByteRange range : ranges) bytesLeft += range.length();
    }

    List<ByteRange> ranges() {
        return ranges;
    }

    long bytesLeft() {
        return bytesLeft;
    }

    /** Takes the range from what is missing; false if it was not asked for, or has arrived before. */
    boolean arrived(ByteRange range) {
        RangeSet set = missing;
        if (set == null) {
            set = new RangeSet();
            for (ByteRange asked : ranges) set.add(asked);
            missing = set;
        }
        if (!set.contains(range)) return false;
        set.remove(range);
        bytesLeft -= range.length();
        request.arrived(range.length());
        return true;
    }

    /** True when what arrived leaves so many gaps that remembering them would cost more than the bytes. */
    boolean isInCrumbs() {
        RangeSet set = missing;
        return set != null && set.count() > ranges.size() + GAPS_MAX;
    }

    /** True when the range ends where a requested range ends. */
    boolean endsRange(ByteRange range) {
        for (ByteRange asked : ranges) {
            if (asked.endExclusive() == range.endExclusive()) return true;
        }
        return false;
    }

    /** All bytes came at once, as a piece of a pack; false if some had come before. */
    boolean arrivedWhole() {
        if (missing != null) return false;
        missing = new RangeSet();
        request.arrived(bytesLeft);
        bytesLeft = 0;
        return true;
    }

    void fileEnd(FileVersion told, int toldMode) {
        version = told;
        mode = toldMode;
    }

    @Nullable FileVersion version() {
        return version;
    }

    int mode() {
        return mode;
    }

    boolean isComplete() {
        return version != null && bytesLeft == 0;
    }
}
