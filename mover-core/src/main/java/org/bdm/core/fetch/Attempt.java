package org.bdm.core.fetch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.Epoch;
import org.bdm.core.store.IncomingFile;
import org.jspecify.annotations.Nullable;

/** One try to move a file as a whole, under one epoch: a file that is begun anew gets a new one, and nothing of the old one counts. Owner only. */
final class Attempt {
    /** State of the file at the writer. */
    private enum AtWriter {
        NOTHING,
        /** It was told to open a temporary file, or to open that of an earlier run again. */
        OPENING,
        /** The temporary file is open, and the hasher has it. */
        OPEN,
        /** It came whole, as a piece of a pack. */
        PIECE
    }

    /** Knowledge about the version at the source since its last bytes arrived. */
    private enum Confirmation {
        CONFIRMED,
        UNKNOWN,
        ASKED
    }

    /** State of the missing ranges at the planner. */
    private enum Asking {
        PLANNED,
        HELD,
        /** As HELD, and it is asked for again after a moment. */
        RETRY_DUE
    }

    private Epoch epoch;

    /** Ranges that were given to the writer and not refused. */
    private final RangeSet received = new RangeSet();

    /** Ranges that the writer reported as written; empty for a piece of a pack. */
    private final RangeSet written = new RangeSet();

    /** Ranges that were requested and have not arrived. */
    private RangeSet asked = new RangeSet();

    private int itemsOutstanding;

    /** One of the requests that were outstanding together has ended without all its bytes. */
    private boolean hasLostItem;

    private AtWriter atWriter = AtWriter.NOTHING;
    private Confirmation confirmation = Confirmation.CONFIRMED;
    private Asking asking = Asking.PLANNED;
    private @Nullable Map<Long, Integer> refusalsByOffset;
    private @Nullable Completion completion;
    private @Nullable RangeDigests ranges;
    private long bytesReused;
    private long bytesKept;
    private long bytesDurable;

    Attempt(Epoch epoch) {
        this.epoch = epoch;
    }

    Epoch epoch() {
        return epoch;
    }

    // ---- what is asked for ----

    /** The planner gets what is missing. */
    void planned() {
        asking = Asking.PLANNED;
    }

    /** The planner no longer has it. */
    void held() {
        if (asking == Asking.PLANNED) asking = Asking.HELD;
    }

    boolean isHeld() {
        return asking != Asking.PLANNED;
    }

    void retryIsDue() {
        asking = Asking.RETRY_DUE;
    }

    /** The moment is over: who knows what is missing may plan it. */
    void retryBegins() {
        if (asking == Asking.RETRY_DUE) asking = Asking.HELD;
    }

    boolean isRetryDue() {
        return asking == Asking.RETRY_DUE;
    }

    /** One more request, for these ranges; for the whole file if there are none. */
    void requested(List<ByteRange> ranges, long bytes) {
        itemsOutstanding++;
        if (ranges.isEmpty() && bytes > 0) asked.add(new ByteRange(0, bytes));
        ranges.forEach(asked::add);
    }

    /** Bytes came; returns how many of them had been asked for. */
    long arrived(ByteRange range) {
        long before = asked.lengthTotal();
        asked.remove(range);
        return before - asked.lengthTotal();
    }

    /** Returns the ranges that were requested and did not arrive. */
    List<ByteRange> outstanding() {
        return asked.ranges();
    }

    /** Stops waiting for what did not arrive; returns its bytes. */
    long settle() {
        long bytes = asked.lengthTotal();
        asked = new RangeSet();
        return bytes;
    }

    /** A request has ended; false if none was outstanding. */
    boolean itemEnded() {
        if (itemsOutstanding == 0) return false;
        itemsOutstanding--;
        return true;
    }

    boolean hasItemsOutstanding() {
        return itemsOutstanding > 0;
    }

    /** A request has ended without all its bytes, or without its end: what came may be of another version. */
    void itemLost() {
        hasLostItem = true;
        if (confirmation == Confirmation.CONFIRMED) confirmation = Confirmation.UNKNOWN;
    }

    /** True when a request was lost since the last call. */
    boolean takeLostItem() {
        boolean was = hasLostItem;
        hasLostItem = false;
        return was;
    }

    // ---- whether the source is the same ----

    /** The source said that it is still the version that is wanted. */
    void confirmed() {
        confirmation = Confirmation.CONFIRMED;
    }

    /** Nobody has said so. */
    void notConfirmed() {
        confirmation = Confirmation.UNKNOWN;
    }

    /** Records that the source is being asked for confirmation. */
    void confirming() {
        confirmation = Confirmation.ASKED;
    }

    boolean isConfirmed() {
        return confirmation == Confirmation.CONFIRMED;
    }

    boolean isConfirming() {
        return confirmation == Confirmation.ASKED;
    }

    // ---- what comes, and where it is ----

    /** The writer is to open the temporary file; false if it has something of this attempt already. */
    boolean opens() {
        if (atWriter != AtWriter.NOTHING) return false;
        atWriter = AtWriter.OPENING;
        return true;
    }

    /** The writer reads back what an earlier run left under this epoch. */
    void resumes(Epoch earlier) {
        epoch = earlier;
        atWriter = AtWriter.OPENING;
    }

    /** The writer makes a temporary file with what is right of a damaged one. */
    void repairs() {
        atWriter = AtWriter.OPENING;
    }

    /** The writer has opened it, under this epoch. */
    void opened(Epoch by) {
        epoch = by;
        atWriter = AtWriter.OPEN;
    }

    boolean isOpen() {
        return atWriter == AtWriter.OPEN;
    }

    /** True when the writer, and with it the hasher, may know of a temporary file. */
    boolean hasTemporaryFile() {
        return atWriter == AtWriter.OPENING || atWriter == AtWriter.OPEN;
    }

    /** The writer gets all of it, as a piece of a pack; null if that has no bytes. */
    void pieceReceived(@Nullable ByteRange whole) {
        atWriter = AtWriter.PIECE;
        if (whole != null) received.add(whole);
    }

    void pieceRefused() {
        atWriter = AtWriter.NOTHING;
    }

    boolean isPiece() {
        return atWriter == AtWriter.PIECE;
    }

    /** True when the writer has nothing of it, not even an empty file. */
    boolean isAbsent() {
        return atWriter == AtWriter.NOTHING;
    }

    /** The writer gets these bytes. */
    void received(ByteRange range) {
        received.add(range);
    }

    boolean hasReceived(ByteRange range) {
        return received.contains(range);
    }

    List<ByteRange> missing(long size) {
        return received.missing(size);
    }

    /** Bytes arrived damaged. */
    void takeBack(ByteRange range) {
        received.remove(range);
    }

    /** Bytes at this place were refused; returns how often they have been. */
    int refused(long offset) {
        Map<Long, Integer> refusals = refusalsByOffset;
        if (refusals == null) {
            refusals = new HashMap<>();
            refusalsByOffset = refusals;
        }
        return refusals.merge(offset, 1, Integer::sum);
    }

    /** The bytes are in the temporary file. */
    void written(ByteRange range) {
        written.add(range);
    }

    long bytesWritten() {
        return written.lengthTotal();
    }

    boolean isCovered(long size) {
        return written.coversAll(size);
    }

    /** Bytes came from a file that is held here. */
    void reused(ByteRange range) {
        bytesReused += range.length();
    }

    long bytesReused() {
        return bytesReused;
    }

    /** So many bytes in the temporary file were copied from another one that was here. */
    void kept(long bytes) {
        bytesKept = bytes;
    }

    long bytesKept() {
        return bytesKept;
    }

    /** A mark was made. */
    void durable(long bytes) {
        bytesDurable = bytes;
    }

    long bytesDurable() {
        return bytesDurable;
    }

    // ---- when it is whole ----

    void completed(Completion whole) {
        completion = whole;
    }

    /** The hasher has computed them. */
    void ranges(RangeDigests found) {
        ranges = found;
    }

    @Nullable RangeDigests ranges() {
        return ranges;
    }

    /** Null until all bytes are in a temporary file that is ours. */
    @Nullable Completion completion() {
        return completion;
    }

    /** Passes on the temporary file, if it is whole and ours. */
    @Nullable IncomingFile takeTemporary() {
        return completion == null ? null : completion.takeTemporary();
    }
}
