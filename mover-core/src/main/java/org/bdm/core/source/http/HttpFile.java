package org.bdm.core.source.http;

import java.net.URI;
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
import org.bdm.core.source.http.question.Trust;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

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
    private final boolean isVouched;
    private final boolean isResumed;
    private final boolean isPackable;
    private boolean isBroughtBySome;
    private boolean isOfListedSize;
    private @Nullable RangeFetch stream; // brings the whole, or all from some byte on
    private long streamedTo; // what is wanted behind it can be taken from the stream
    private Optional<URI> sole = Optional.empty();

    HttpFile(WantedFile first, List<HttpCopy> copies, CopyTrials trials) {
        this.id = first.file();
        this.epoch = first.epoch();
        this.path = first.path();
        this.expected = first.expected();
        this.copies = List.copyOf(copies);
        this.nodes = copies.stream().map(HttpCopy::node).distinct().toList();
        this.trials = trials;
        this.isPackable = first.packable();
        this.isVouched = first.copies().stream().anyMatch(Copy::isVouched);
        List<ByteRange> ranges = first.rangesOfBytes();
        boolean isFromStart = ranges.isEmpty() || ranges.get(0).offset() == 0;
        // Of a file that is not remembered all is wanted at once, or a part of it is there already.
        boolean isBegun = !isFromStart || (!isRemembered() && first.bytesWanted() < sizeBytes() && !ranges.isEmpty());
        // What a site brought has no validators: the digest of such a file is known, and finds out whether all is of
        // one content.
        this.isResumed = isBegun && first.copies().stream().noneMatch(Copy::isAtSite);
    }

    /** True if a published digest decides about its bytes: then nobody asks by how many requests they came. */
    boolean isVouched() {
        return isVouched;
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

    /**
     * True when nobody outside vouches for its content: then two contents can be told apart by nothing, and it comes from one copy, in one
     * request for the whole. Where a published digest decides, it may come in parts from everywhere.
     */
    boolean comesWhole() {
        return !isVouched;
    }

    /** Returns the size and trust that an answer is compared with. */
    Trust trust() {
        return new Trust(sizeBytes(), isVouched, isOfListedSize);
    }

    /** True when copies that told more bytes than were listed are asked once more for as many as were listed: a digest decides. */
    boolean takesListedSize() {
        if (isOfListedSize || !isVouched) return false;
        for (HttpCopy copy : copies) {
            boolean isLonger = copy.trouble()
                    .filter(trouble -> trouble.sizeBytes() > sizeBytes())
                    .isPresent();
            if (!isLonger) continue;
            copy.anew();
            copy.wholeOnly(); // a part does not tell whether more follows
            isOfListedSize = true;
        }
        return isOfListedSize;
    }

    /** The one copy that all bytes of this attempt must come from, if there is such. */
    Optional<URI> only() {
        return sole.isPresent() ? sole : trials.only();
    }

    /** Bytes of this attempt, or of an earlier run of it, are of this copy: others must not be mixed with them. */
    void isOf(HttpCopy copy) {
        if (comesWhole()) sole = Optional.of(copy.location());
    }

    /** True when another copy than the one that bytes are of can be asked. */
    boolean hasOtherCopy() {
        return copies.stream()
                .anyMatch(copy ->
                        !copy.isOut() && !copy.node().isBreakerOpen() && !sole.equals(Optional.of(copy.location())));
    }

    // ---- a stream of the whole ----

    /** True when a request to this copy brings the whole, or all from some byte on. */
    boolean isStreamFrom(HttpCopy copy) {
        return comesWhole() || copy.isWholeOnly();
    }

    /** Takes what is asked for next. */
    WantedRange nextWant(HttpCopy copy, boolean mayHalve, int blockBytes) {
        List<ByteRange> asked = isStreamFrom(copy)
                ? takeAll()
                : takeUnasked(mayHalve, blockBytes).stream().toList();
        Optional<ByteRange> range = asked.stream().findFirst();
        if (isStreamFrom(copy)) {
            range = range.map(first -> ByteRange.between(copy.isWholeOnly() ? 0 : first.offset(), sizeBytes()));
        }
        return new WantedRange(id, epoch, trust(), range, asked);
    }

    private List<ByteRange> takeAll() {
        isEmptyUnasked = false;
        List<ByteRange> all = unasked.ranges();
        all.forEach(unasked::remove);
        return all;
    }

    boolean hasStream() {
        return stream != null;
    }

    /** This request brings the whole: what is wanted behind what it was begun for is taken from it. */
    void streams(RangeFetch fetch) {
        stream = fetch;
        List<ByteRange> parts = fetch.parts();
        streamedTo = parts.get(parts.size() - 1).endExclusive();
        takeFromStream();
    }

    /** Moves what is still to be asked for: it is taken from the stream, as far as it is behind what was. */
    private void takeFromStream() {
        for (ByteRange more : unasked.ranges()) {
            if (takenFromStream(more)) unasked.remove(more);
        }
    }

    private boolean takenFromStream(ByteRange wanted) {
        RangeFetch whole = stream;
        if (whole == null || wanted.offset() < streamedTo) return false;
        streamedTo = wanted.endExclusive();
        whole.alsoWanted(wanted);
        return true;
    }

    /** A request has ended. */
    void ended(RangeFetch fetch) {
        running.remove(fetch);
        if (stream == fetch) stream = null;
    }

    /** True when it is wanted whole, and may come as a piece of a pack. */
    boolean isPackable() {
        return isPackable;
    }

    /** Adds a want of this attempt. */
    void add(WantedFile wanted) {
        for (ByteRange range : wanted.rangesOfBytes()) {
            if (!takenFromStream(range)) unasked.add(range);
        }
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
        takeFromStream();
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
