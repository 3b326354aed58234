package org.bdm.core.fetch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.bdm.core.source.WantedFile;

/** A file that a {@link ScriptedSource} was asked for, and the blocks of it that it has not sent yet. */
final class ScriptedItem {
    final WantedFile wanted;
    final Deque<ByteRange> blocks = new ArrayDeque<>();

    ScriptedItem(WantedFile wanted, int blockBytes) {
        this.wanted = wanted;
        if (isPiece()) return;
        List<ByteRange> ranges = wanted.ranges();
        if (ranges.isEmpty() && wanted.expected().size() > 0) {
            ranges = List.of(new ByteRange(0, wanted.expected().size()));
        }
        for (ByteRange range : ranges) {
            long at = range.offset();
            while (at < range.endExclusive()) {
                long end = Math.min(range.endExclusive(), (at / blockBytes + 1) * blockBytes);
                blocks.add(ByteRange.between(at, end));
                at = end;
            }
        }
    }

    /** Whether it goes into a pack. */
    boolean isPiece() {
        return wanted.packable() && wanted.ranges().isEmpty();
    }

    void shuffle(Random random) {
        List<ByteRange> inAnyOrder = new ArrayList<>(blocks);
        Collections.shuffle(inAnyOrder, random);
        blocks.clear();
        blocks.addAll(inAnyOrder);
    }
}
