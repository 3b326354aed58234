package org.bdm.core.reader;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;

/**
 * Ranges of one file that are to be read for a request.
 *
 * @param expected the version that was asked for; nothing beyond its size is read
 * @param ranges ascending, inside {@code [0, expected.size())}; empty is the whole file
 * @param packable whether the whole file may be a piece of a pack
 */
public record ReadItem(
        RequestId request,
        Store store,
        FileId file,
        Epoch epoch,
        StorePath path,
        FileVersion expected,
        List<ByteRange> ranges,
        boolean packable) {
    /** Makes the ranges of a whole file explicit; refuses ranges beyond the size. */
    public ReadItem {
        if (ranges.isEmpty() && expected.size() > 0) ranges = List.of(new ByteRange(0, expected.size()));
        ranges = List.copyOf(ranges);
        for (ByteRange range : ranges) {
            if (range.endExclusive() > expected.size()) {
                throw new IllegalArgumentException(range + " is beyond the size " + expected.size());
            }
        }
    }

    /** Bytes to be read. */
    public long bytes() {
        long bytes = 0;
        for (ByteRange range : ranges) bytes += range.length();
        return bytes;
    }

    /** True when this asks for all bytes of the file in one range, or for a file without bytes. */
    boolean isWhole() {
        return ranges.isEmpty() || (ranges.size() == 1 && ranges.get(0).length() == expected.size());
    }
}
