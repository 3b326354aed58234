package org.bdm.core.fetch;

import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.hasher.WantedDigests;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.HeldFile;
import org.bdm.core.transfer.Reuse;
import org.bdm.core.transfer.TransferOptions;
import org.jspecify.annotations.Nullable;

/** Progress of one file. Owner only. */
final class FileProgress {
    /** Ways tried to obtain the file without transferring its bytes, in this order. */
    private enum Tried {
        NOTHING,
        RECOVERY,
        LINK
    }

    private final FileEntry entry;
    private boolean isFetchedToCompare;
    private @Nullable Checksum fetched;
    private final ChunkProgress chunk;
    private final @Nullable FileHistory history;
    private final Tries tries = new Tries();
    private FileStage stage = FileStage.PREPARING;
    private Attempt attempt;

    /** Of the source, as far as is known. */
    private FileVersion version;

    private int mode;

    /** Status at the destination at the last check. */
    private @Nullable FileStatus there;

    private Tried tried = Tried.NOTHING;

    /** It becomes, or is, a second name of a file that is held. */
    private boolean isLinked;

    private BytesUnderWay bytesCounted = BytesUnderWay.NONE;
    private final RangeSet everSent = new RangeSet();
    private long bytesMoved;
    private long bytesOfLostMarks;
    private long firstWantNanos = -1;

    FileProgress(FileEntry entry, ChunkProgress chunk, @Nullable FileHistory history) {
        this.entry = entry;
        this.chunk = chunk;
        this.history = history;
        this.version = entry.listed().version();
        this.mode = entry.listed().mode();
        this.attempt =
                new Attempt(new Epoch(history == null ? 1 : history.epoch().number() + 1));
        if (history != null) countEarlierRuns(history);
    }

    private void countEarlierRuns(FileHistory earlier) {
        bytesMoved = earlier.bytesReceived();
        for (DurableBlock block : earlier.durable()) {
            if (block.crc32c().isPresent()) everSent.add(block.range());
        }
        bytesOfLostMarks = Math.max(0, bytesMoved - everSent.lengthTotal());
        RangeSet marked = new RangeSet();
        earlier.durable().forEach(block -> marked.add(block.range()));
        attempt.durable(marked.lengthTotal());
    }

    FileStage stage() {
        return stage;
    }

    /**
     * The only way to another stage; called by {@link FetchState#move}, which counts.
     *
     * @throws IllegalStateException if {@link FileStage} has no such transition: a defect, which ends the session with INTERNAL
     */
    void enter(FileStage next) {
        if (!stage.mayBecome(next)) throw new IllegalStateException(id() + " may not go from " + stage + " to " + next);
        stage = next;
    }

    FileId id() {
        return entry.file();
    }

    FileEntry entry() {
        return entry;
    }

    ChunkProgress chunk() {
        return chunk;
    }

    /** Returns the right to its chunk. */
    ChunkRight right() {
        return chunk.journal.right();
    }

    /** Returns the records of earlier runs in the journal. */
    @Nullable FileHistory history() {
        return history;
    }

    FileVersion version() {
        return version;
    }

    int mode() {
        return mode;
    }

    /** The source has this mode. */
    void takeMode(int told) {
        mode = told;
    }

    /** The source has this now, and this is what is moved from here on. */
    void takeVersion(FileStatus atSource) {
        version = atSource.version();
        mode = atSource.mode();
    }

    @Nullable FileStatus there() {
        return there;
    }

    /** This is at the destination; null if nothing is. */
    void looked(@Nullable FileStatus found) {
        there = found;
    }

    /** Returns the placement that an earlier run began, if its outcome has not been checked yet. */
    Optional<JournalRecord.Placing> placingToRecover() {
        return history == null || tried != Tried.NOTHING ? Optional.empty() : history.placing();
    }

    /** The finisher looks whether it was placed. */
    void recovers(boolean asLink) {
        isLinked = asLink;
    }

    /** A file that is held and may get another name, if that has not been tried. */
    Optional<HeldFile> heldToLink() {
        return tried == Tried.LINK ? Optional.empty() : entry.held();
    }

    /** The finisher makes it a second name of a file that is held. Once: if it cannot be, the file is moved. */
    void links() {
        tried = Tried.LINK;
        isLinked = true;
    }

    /** Digests by which ranges of the file at the destination are known to be right; empty if there is none, or they are of another file. */
    Optional<RangeDigests> rangesOfDamaged() {
        if (there == null || there.kind() != FileKind.FILE) return Optional.empty();
        return entry.ranges().filter(ranges -> ranges.size() == size());
    }

    /** The finisher could not place it. */
    void notPlaced() {
        isLinked = false;
    }

    /** Its bytes came, though a file is at the destination that the source cannot tell from it: they say whether it is the same. */
    void fetched(Checksum digest) {
        if (isFetchedToCompare) fetched = digest;
    }

    /** Once: the source cannot say whether the file that is there is the same. */
    void fetchToCompare() {
        isFetchedToCompare = true;
    }

    /** The digest of what was fetched to compare it with the file that is there; empty if none was. */
    Optional<Checksum> fetchedToCompare() {
        return Optional.ofNullable(fetched);
    }

    /** It was not placed by the earlier run, or cannot be linked. */
    void notPlacedWithoutMoving() {
        if (tried == Tried.NOTHING) tried = Tried.RECOVERY;
        isLinked = false;
    }

    long size() {
        return version.size();
    }

    /** Returns its copies; the bytes are accepted by the digest with which they are compared here. */
    List<Copy> copies() {
        return entry.copies().stream()
                .map(copy -> copy.decidedBy(entry.expected()))
                .toList();
    }

    Tries tries() {
        return tries;
    }

    Attempt attempt() {
        return attempt;
    }

    Epoch epoch() {
        return attempt.epoch();
    }

    boolean isIn(Epoch other) {
        return attempt.epoch().equals(other);
    }

    /** True when blocks of this epoch are still needed. */
    boolean takesBlocks() {
        return stage == FileStage.ACTIVE;
    }

    /** Its requests were lost; returns how often that has happened in a row. */
    int lost() {
        return tries.lost(bytesMoved);
    }

    boolean isCovered() {
        return attempt.isCovered(size());
    }

    /** Returns the digests to compute in one pass. */
    WantedDigests digests(TransferOptions options) {
        ChecksumAlgorithm first = algorithm(options);
        return new WantedDigests(first, entry.also().filter(also -> also != first), RangeDigests.rangeBytes(size()));
    }

    /** The digest that is computed: that of the published value, if there is one. */
    ChecksumAlgorithm algorithm(TransferOptions options) {
        return entry.expected().map(Checksum::algorithm).orElse(options.digest());
    }

    /** Begins a new attempt: nothing of the old one counts. */
    void renew() {
        attempt = new Attempt(new Epoch(attempt.epoch().number() + 1));
    }

    /** An earlier run had all of it: a piece of a pack leaves no ranges in the journal. */
    void recovered() {
        if (history != null && history.durable().isEmpty() && size() > 0) everSent.add(new ByteRange(0, size()));
    }

    /** Bytes came over the network; returns how many of them had been sent before, as far as can be told. */
    long moved(ByteRange range) {
        bytesMoved += range.length();
        long bytesNew = everSent.add(range);
        long lostBefore = Math.min(bytesNew, bytesOfLostMarks);
        bytesOfLostMarks -= lostBefore;
        return range.length() - bytesNew + lostBefore;
    }

    /** The second digest of the bytes that were moved, if one was wanted. */
    @Nullable Checksum also() {
        Completion whole = attempt.completion();
        return whole == null ? null : whole.also();
    }

    /** Returns what was reused from files held here. */
    Reuse reuse() {
        if (isLinked) return new Reuse(Reuse.Way.LINKED, size());
        if (attempt.bytesKept() > 0 && entry.ranges().isPresent()) {
            return new Reuse(Reuse.Way.REPAIRED, Math.min(attempt.bytesKept(), Math.max(0, size() - bytesMoved)));
        }
        long bytes = attempt.bytesReused();
        return bytes == 0 ? Reuse.NONE : new Reuse(Reuse.Way.COPIED, Math.min(size(), bytes));
    }

    /** In all runs, without what was told before. */
    long bytesMoved() {
        return bytesMoved - bytesToldBefore();
    }

    /** The journal may be younger than what was told: then it knows less. */
    private long bytesToldBefore() {
        return history == null ? 0 : Math.min(entry.earlier().bytesMoved(), history.bytesReceived());
    }

    /** Part of {@link #bytesMoved} that was more than once on the wire. */
    long bytesResent() {
        long before = history == null ? 0 : entry.earlier().bytesResent();
        return Math.max(0, bytesMoved - everSent.lengthTotal() - before);
    }

    /** Counts what nobody has been told of yet. */
    BytesUnderWay countUnderWay() {
        bytesCounted = new BytesUnderWay(Math.max(0, bytesMoved() - bytesResent()), attempt.bytesDurable());
        return bytesCounted;
    }

    /** As of the last {@link #countUnderWay}. */
    BytesUnderWay bytesCounted() {
        return bytesCounted;
    }

    void asked(long nowNanos) {
        if (firstWantNanos < 0) firstWantNanos = nowNanos;
    }

    long durationMillis(long nowNanos) {
        return firstWantNanos < 0 ? 0 : Math.max(0, nowNanos - firstWantNanos) / 1_000_000;
    }
}
