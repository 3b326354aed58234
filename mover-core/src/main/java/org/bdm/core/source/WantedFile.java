package org.bdm.core.source;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * Ranges of one file that are wanted.
 *
 * @param path at the source, below its export
 * @param expected version seen in the listing
 * @param ranges ascending; empty only for a whole file that is packable or has no bytes
 * @param packable the whole file may come as a piece of a pack
 * @param copies where it can be had, for a source that asks data nodes; a source that is one place itself has no use for them
 */
public record WantedFile(
        FileId file,
        Epoch epoch,
        StorePath path,
        FileVersion expected,
        List<ByteRange> ranges,
        boolean packable,
        List<Copy> copies) {
    /** Copies the lists. */
    public WantedFile {
        ranges = List.copyOf(ranges);
        copies = List.copyOf(copies);
    }

    /** A file of a source that is one place itself. */
    public WantedFile(
            FileId file, Epoch epoch, StorePath path, FileVersion expected, List<ByteRange> ranges, boolean packable) {
        this(file, epoch, path, expected, ranges, packable, List.of());
    }

    /** As {@link #ranges}, that of a whole file written out; empty only for a file without bytes. */
    public List<ByteRange> rangesOfBytes() {
        return ranges.isEmpty() && expected.size() > 0 ? List.of(new ByteRange(0, expected.size())) : ranges;
    }

    /** Bytes asked for. */
    public long bytesWanted() {
        if (packable && ranges.isEmpty()) return expected.size();
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }
}
