package org.bdm.core.source.bdm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * One wanted file from {@code want} to its end. A large one is asked for in parts, on one stream or several; it ends when all parts have.
 * Owner only.
 */
final class WantItem {
    final WantedFile wanted;
    final List<WantPart> parts = new ArrayList<>(); // asked for and not ended
    private final Deque<ByteRange> unasked;
    private long unaskedBytes;
    private @Nullable FileVersion version; // told with the end of a part
    private boolean ended;

    WantItem(WantedFile wanted) {
        this.wanted = wanted;
        List<ByteRange> ranges = wanted.ranges();
        if (ranges.isEmpty() && wanted.expected().size() > 0) {
            ranges = List.of(new ByteRange(0, wanted.expected().size()));
        }
        unasked = new ArrayDeque<>(ranges);
        for (ByteRange range : ranges) unaskedBytes += range.length();
    }

    FileId file() {
        return wanted.file();
    }

    Epoch epoch() {
        return wanted.epoch();
    }

    /** Asked for whole, with others in one want: a file for packs, or one without bytes. */
    boolean isSmall() {
        long size = wanted.expected().size();
        return wanted.ranges().isEmpty() && (size == 0 || (wanted.packable() && size <= WireLimits.PACKABLE_BYTES_MAX));
    }

    long unaskedBytes() {
        return unaskedBytes;
    }

    boolean isEnded() {
        return ended;
    }

    void end() {
        ended = true;
        unasked.clear();
        unaskedBytes = 0;
    }

    /** Everything was asked for and answered. */
    boolean isComplete() {
        return unaskedBytes == 0 && parts.isEmpty();
    }

    /** True when a part ended with the version of the parts before. */
    boolean agrees(FileVersion told) {
        if (version == null) version = told;
        return version.equals(told);
    }

    /** All of it, as one part. */
    List<ByteRange> takeAll() {
        List<ByteRange> all = List.copyOf(unasked);
        unasked.clear();
        unaskedBytes = 0;
        return all;
    }

    /** The next ranges of up to {@code bytesMax}, at least one block; cut at a multiple of the block size. */
    List<ByteRange> take(long bytesMax, int blockBytes) {
        List<ByteRange> taken = new ArrayList<>();
        long room = Math.max(bytesMax, blockBytes);
        while (room > 0 && !unasked.isEmpty() && taken.size() < WireLimits.ITEM_RANGES_MAX) {
            ByteRange range = unasked.poll();
            if (range.length() > room) {
                long cut = (range.offset() + room) / blockBytes * blockBytes;
                if (cut <= range.offset()) {
                    unasked.push(range);
                    if (!taken.isEmpty()) break;
                    cut = range.offset() + room;
                    unasked.poll();
                }
                unasked.push(ByteRange.between(cut, range.endExclusive()));
                range = ByteRange.between(range.offset(), cut);
                room = range.length();
            }
            taken.add(range);
            room -= range.length();
            unaskedBytes -= range.length();
        }
        return taken;
    }
}
