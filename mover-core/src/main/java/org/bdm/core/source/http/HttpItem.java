package org.bdm.core.source.http;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.source.WantedFile;

/** One want of a file, and what of it has not come yet. Belongs to the source's event loop. */
final class HttpItem {
    private final RangeSet left = new RangeSet();

    HttpItem(WantedFile wanted) {
        ranges(wanted).forEach(left::add);
    }

    /** The ranges of a want: none said means the whole file. */
    static List<ByteRange> ranges(WantedFile wanted) {
        long size = wanted.expected().size();
        if (!wanted.ranges().isEmpty() || size == 0) return wanted.ranges();
        return List.of(new ByteRange(0, size));
    }

    void arrived(ByteRange range) {
        left.remove(range);
    }

    /** What of the range is still wanted. */
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
