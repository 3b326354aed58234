package org.bdm.core.destination.object;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.writer.DurabilityListener.Refusal;
import org.bdm.core.writer.FileToWrite;
import org.jspecify.annotations.Nullable;

/**
 * A file that takes bytes, from the first to the last. Owned by the thread of its writer.
 *
 * <pre>
 *   blocks in any order --> early --in order--> filling --full--> toSend --> on their way --> sent, 1..n --> marked
 *                                      |
 *                                      +-- a file of at most one part stays here, and is put as a whole
 * </pre>
 */
final class ArrivingObject {
    private final FileToWrite asked;
    private final String key;
    private final long partBytes;
    private final PartMemory memory;
    private final PromisedMemory promised;
    private final TreeMap<Long, EarlyBytes> early = new TreeMap<>();
    private final Deque<SealedPart> toSend = new ArrayDeque<>();
    private final TreeMap<Integer, PartNote> sent = new TreeMap<>();
    private final TreeMap<Integer, Long> journalEnds = new TreeMap<>();
    private Epoch epoch;
    private Uploads.@Nullable Begun begun;
    private boolean isOpen;
    private boolean hasFailed;
    private boolean isWhole;
    private boolean isGivenUp;
    private @Nullable PartBuffer filling;
    private long taken;
    private int partsOnTheirWay;
    private int partsInOrder;

    ArrivingObject(FileToWrite asked, String key, long partBytes, PartMemory memory, PromisedMemory promised) {
        this.asked = asked;
        this.epoch = asked.epoch();
        this.key = key;
        this.partBytes = partBytes;
        this.memory = memory;
        this.promised = promised;
    }

    /** A part that takes no more bytes. */
    record SealedPart(int number, PartBuffer buffer) {}

    /** Hears of what leaves {@link #early}. */
    interface Told {
        void written(ArrivingObject file, EarlyBytes bytes);

        /** There is no memory now; {@link #drain} is to be called again when there is. */
        void awaitsMemory(ArrivingObject file);
    }

    FileToWrite asked() {
        return asked;
    }

    String key() {
        return key;
    }

    Epoch epoch() {
        return epoch;
    }

    long partBytes() {
        return partBytes;
    }

    boolean isOfParts() {
        return asked.source().size() > partBytes;
    }

    Uploads.@Nullable Begun begun() {
        return begun;
    }

    void opened(Epoch as, Uploads.@Nullable Begun upload) {
        epoch = as;
        begun = upload;
        isOpen = true;
    }

    boolean isOpen() {
        return isOpen;
    }

    boolean hasFailed() {
        return hasFailed;
    }

    /** Takes no more. */
    void failed() {
        hasFailed = true;
        letGo();
    }

    /** Nobody needs its upload any more. */
    void givenUp() {
        isGivenUp = true;
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    /** Gives back what it holds that is not on its way. */
    void letGo() {
        promised.end();
        early.values().forEach(EarlyBytes::release);
        early.clear();
        toSend.forEach(part -> part.buffer().free());
        toSend.clear();
        if (filling != null) filling.free();
        filling = null;
    }

    /** Returns why the block is not taken, which is noted if it came damaged; null if it is. */
    @Nullable Refusal refusal(BlockTag tag, Loan loan) {
        ByteRange range = tag.range();
        if (range.endExclusive() > asked.source().size() || range.length() > loan.payloadCapacity())
            return Refusal.BEYOND_END;
        int crc = RunningDigest.crc32c(loan.payload(0, (int) range.length()));
        if (crc == tag.crc32c()) return null;
        asked.journal().append(new JournalRecord.BlockRefused(tag.file(), tag.epoch(), range));
        return Refusal.WRONG_CHECKSUM;
    }

    /** False if the same bytes wait already. */
    boolean add(EarlyBytes next) {
        return early.putIfAbsent(next.range().offset(), next) == null;
    }

    /** Moves what is next in order into parts. */
    void drain(Told told) {
        while (isOpen && !hasFailed && !early.isEmpty()) {
            EarlyBytes next = early.firstEntry().getValue();
            if (next.range().offset() > taken) return;
            next.skipTo(taken);
            while (!next.isUsedUp()) {
                PartBuffer buffer = buffer();
                if (buffer == null) {
                    told.awaitsMemory(this);
                    return;
                }
                taken += next.giveTo(buffer);
                if (buffer.isFull() && isOfParts() && next.isUsedUp())
                    break; // its record comes before the end of the part
                if (buffer.isFull() && isOfParts()) seal(buffer);
            }
            early.pollFirstEntry();
            told.written(this, next);
            PartBuffer full = filling;
            if (full != null && full.isFull() && isOfParts()) seal(full);
        }
    }

    private @Nullable PartBuffer buffer() {
        if (filling != null) return filling;
        long left = asked.source().size() - taken;
        Optional<PartBuffer> buffer = memory.tryTake((int) Math.min(partBytes, left));
        filling = buffer.orElse(null);
        return filling;
    }

    private void seal(PartBuffer buffer) {
        buffer.seal();
        int number = (int) ((taken - 1) / partBytes) + 1;
        journalEnds.put(number, asked.journal().position());
        toSend.add(new SealedPart(number, buffer));
        filling = null;
    }

    boolean isCovered() {
        return taken == asked.source().size();
    }

    /** No more will come. */
    void whole() {
        isWhole = true;
        promised.end();
    }

    /** Returns the next part to send; null if there is none, or another one has to end before. */
    @Nullable SealedPart nextToSend(boolean severalAtOnce) {
        if (hasFailed || (!severalAtOnce && partsOnTheirWay > 0)) return null;
        SealedPart next = toSend.poll();
        if (next != null) partsOnTheirWay++;
        return next;
    }

    /** Its request has ended; null if it failed. */
    void ended(@Nullable PartNote part) {
        partsOnTheirWay--;
        if (part != null) sent.put(part.number(), part);
    }

    boolean hasPartsOnTheirWay() {
        return partsOnTheirWay > 0 || !toSend.isEmpty();
    }

    boolean isOnItsWay() {
        return partsOnTheirWay > 0;
    }

    /** Returns the position of the journal up to which all is at the store, if that has grown; null else. */
    @Nullable Long grownTo() {
        int before = partsInOrder;
        while (sent.containsKey(partsInOrder + 1)) partsInOrder++;
        return partsInOrder == before ? null : journalEnds.get(partsInOrder);
    }

    /** Bytes from the first one on that are at the store. */
    long bytesInOrder() {
        return Math.min(partsInOrder * partBytes, asked.source().size());
    }

    boolean isDone() {
        return isWhole && isCovered() && !hasPartsOnTheirWay() && (!isOfParts() || bytesInOrder() == taken);
    }

    /** Returns the whole file; it passes to the caller. */
    IncomingObject finished() {
        String name = asked.journal().temporaryName(asked.file(), epoch);
        Uploads.Begun upload = begun;
        if (upload != null) return new IncomingObject(name, taken, upload.note(), List.copyOf(sent.values()));
        PartBuffer body = filling;
        filling = null;
        if (body != null) body.seal();
        return new IncomingObject(name, taken, body);
    }

    /** The file as it is now, for who may read from it. */
    IncomingObject soFar() {
        String name = asked.journal().temporaryName(asked.file(), epoch);
        UploadNote note = begun == null ? null : begun.note();
        return new IncomingObject(name, taken, note, List.of());
    }
}
