package org.bdm.core.source.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.CopyTrials;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.DataNode;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * One attempt at a file: what is wanted of it, what has still to be asked for, its copies, and the requests under way. Belongs to the
 * source's event loop.
 */
final class HttpFile {
    /** Few and large: THREDDS keeps few files open, and every request costs a round trip. */
    static final long RANGE_BYTES_MAX = 64L << 20;
    /** A range is halved for a second connection only if the halves are at least so long. */
    static final long RANGE_BYTES_MIN = 16L << 20;

    /** Validators of larger files outlive a restart; of smaller ones all is fetched anew. */
    static final long REMEMBERED_BYTES_MIN = SourceLimits.UNDIVIDED_BYTES_MAX;

    private final FileId id;
    private final Epoch epoch;
    private final StorePath path;
    private final FileVersion expected;
    private final List<HttpCopy> copies;
    private final List<DataNode> nodes;
    private final CopyTrials trials;
    private final List<HttpItem> items = new ArrayList<>(1);
    private final List<RangeFetch> running = new ArrayList<>(1);
    private final RangeSet unasked = new RangeSet();
    private boolean isEmptyUnasked;
    private final boolean isResumed;
    private final boolean isPackable;
    private boolean isBroughtBySome;

    HttpFile(WantedFile first, List<HttpCopy> copies, CopyTrials trials) {
        this.id = first.file();
        this.epoch = first.epoch();
        this.path = first.path();
        this.expected = first.expected();
        this.copies = List.copyOf(copies);
        this.nodes = copies.stream().map(HttpCopy::node).distinct().toList();
        this.trials = trials;
        this.isPackable = first.packable();
        List<ByteRange> ranges = first.rangesOfBytes();
        boolean isFromStart = ranges.isEmpty() || ranges.get(0).offset() == 0;
        // Of a file that is not remembered all is wanted at once, or a part of it is there already.
        boolean isBegun = !isFromStart || (!isRemembered() && first.bytesWanted() < sizeBytes() && !ranges.isEmpty());
        // What a site brought has no validators: the digest of such a file is known, and finds out whether all is of
        // one content.
        this.isResumed = isBegun && first.copies().stream().noneMatch(Copy::isAtSite);
    }

    FileId id() {
        return id;
    }

    Epoch epoch() {
        return epoch;
    }

    StorePath path() {
        return path;
    }

    FileVersion expected() {
        return expected;
    }

    long sizeBytes() {
        return expected.size();
    }

    List<HttpCopy> copies() {
        return copies;
    }

    /** Returns the nodes of its copies, each once. */
    List<DataNode> nodes() {
        return nodes;
    }

    CopyTrials trials() {
        return trials;
    }

    List<RangeFetch> running() {
        return running;
    }

    int itemsOpen() {
        return items.size();
    }

    /** True when its validators must survive a restart. */
    boolean isRemembered() {
        return sizeBytes() > REMEMBERED_BYTES_MIN;
    }

    /** True when an earlier run fetched bytes of it from data nodes: the first wanted byte is not at its beginning. */
    boolean isResumed() {
        return isResumed;
    }

    /** True when it is wanted whole, and may come as a piece of a pack. */
    boolean isPackable() {
        return isPackable;
    }

    /** Adds a want of this attempt. */
    void add(WantedFile wanted) {
        wanted.rangesOfBytes().forEach(unasked::add);
        items.add(new HttpItem(wanted));
        isEmptyUnasked |= sizeBytes() == 0;
    }

    boolean hasUnasked() {
        return isEmptyUnasked || !unasked.isEmpty();
    }

    /**
     * The next range to ask for; none for a file without bytes.
     *
     * @param mayHalve whether nothing else waits, so that two connections can share what is left
     */
    Optional<ByteRange> takeUnasked(boolean mayHalve, int blockBytes) {
        if (isEmptyUnasked) {
            isEmptyUnasked = false;
            return Optional.empty();
        }
        ByteRange first = unasked.ranges().get(0);
        long bytes = Math.min(first.length(), RANGE_BYTES_MAX);
        if (mayHalve && bytes >= 2 * RANGE_BYTES_MIN) bytes = Math.max(RANGE_BYTES_MIN, bytes / 2);
        long end = first.offset() + bytes;
        if (end < first.endExclusive()) {
            long cut = end / blockBytes * blockBytes;
            if (cut > first.offset()) end = cut;
        }
        ByteRange taken = ByteRange.between(first.offset(), end);
        unasked.remove(taken);
        return Optional.of(taken);
    }

    /** A request ended without all of its range: what is still wanted of it is asked for again. */
    void giveBack(Optional<ByteRange> range) {
        if (range.isEmpty()) {
            isEmptyUnasked = !items.isEmpty();
            return;
        }
        for (HttpItem item : items) item.addLeftOf(range.get(), unasked);
    }

    /** Bytes came. Returns how many wants are complete with them, and forgets these. */
    int arrived(ByteRange range) {
        isBroughtBySome = true;
        int complete = 0;
        for (Iterator<HttpItem> i = items.iterator(); i.hasNext(); ) {
            HttpItem item = i.next();
            item.arrived(range);
            if (!item.isComplete()) continue;
            i.remove();
            complete++;
        }
        return complete;
    }

    /** True when bytes of this attempt have arrived. */
    boolean hasBytes() {
        return isBroughtBySome;
    }

    /** Forgets all wants. Returns how many there were. */
    int endAll() {
        int open = items.size();
        items.clear();
        unasked.ranges().forEach(unasked::remove);
        isEmptyUnasked = false;
        return open;
    }
}
