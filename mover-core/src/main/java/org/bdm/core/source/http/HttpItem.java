package org.bdm.core.source.http;

import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.source.WantedFile;

/** One want of a file, and what of it has not come yet. Belongs to the source's event loop. */
final class HttpItem {
    private final RangeSet left = new RangeSet();

    HttpItem(WantedFile wanted) {
        wanted.rangesOfBytes().forEach(left::add);
    }

    void arrived(ByteRange range) {
        left.remove(range);
    }

    /** Adds the part of the range that is still wanted. */
    void addLeftOf(ByteRange range, RangeSet to) {
        for (ByteRange open : left.ranges()) {
            long from = Math.max(open.offset(), range.offset());
            long end = Math.min(open.endExclusive(), range.endExclusive());
            if (from < end) to.add(ByteRange.between(from, end));
        }
    }

    boolean isComplete() {
        return left.isEmpty();
    }
}
