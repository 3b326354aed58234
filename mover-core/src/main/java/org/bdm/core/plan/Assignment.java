package org.bdm.core.plan;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/**
 * The next request: one file, or ranges of it.
 *
 * @param file which file
 * @param epoch the attempt at that file
 * @param ranges ascending, disjoint; empty for a whole file that is packable or has no bytes
 * @param packable the whole file may travel together with others
 * @param bytes how many bytes are asked for
 */
public record Assignment(FileId file, Epoch epoch, List<ByteRange> ranges, boolean packable, long bytes) {
    /** Copies the list. */
    public Assignment {
        ranges = List.copyOf(ranges);
        if (bytes < 0) throw new IllegalArgumentException("bytes are negative: " + bytes);
    }
}
