package org.bdm.core.fetch;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.hasher.WantedDigests;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.Reuse;
import org.bdm.core.transfer.TransferOptions;
import org.jspecify.annotations.Nullable;

/** How far one file is. Owner only. */
final class FileProgress {
    final FileEntry entry;
    final ChunkProgress chunk;
    final @Nullable FileHistory history;
    FileVersion version;
    int mode;
    private Attempt attempt;

    /** Over all epochs. */
    @Nullable FileStatus there;

    boolean isRecoveryOver;
    boolean isLinkTried;
    boolean isLinked;
    private final Tries tries = new Tries();

    /** What {@link FilesUnderWay} counted of it. */
    BytesUnderWay bytesCounted = BytesUnderWay.NONE;

    private final RangeSet everSent = new RangeSet();
    private long bytesMoved;
    private long bytesOfLostMarks;
    private long firstWantNanos = -1;
    private FileStage stage = FileStage.PREPARING;

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

    long size() {
        return version.size();
    }

    /** Where it can be had; what decides about the bytes is the digest with which they are compared here. */
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

    /** Whether blocks of this epoch are of use. */
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

    /** What is computed in one pass. */
    WantedDigests digests(TransferOptions options) {
        ChecksumAlgorithm first = algorithm(options);
        return new WantedDigests(first, entry.also().filter(also -> also != first));
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

    /** What was not moved because it was here. */
    Reuse reuse() {
        if (isLinked) return new Reuse(Reuse.Way.LINKED, size());
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

    /** What nobody has been told of yet. */
    BytesUnderWay underWay() {
        return new BytesUnderWay(Math.max(0, bytesMoved() - bytesResent()), attempt.bytesDurable());
    }

    void asked(long nowNanos) {
        if (firstWantNanos < 0) firstWantNanos = nowNanos;
    }

    long durationMillis(long nowNanos) {
        return firstWantNanos < 0 ? 0 : Math.max(0, nowNanos - firstWantNanos) / 1_000_000;
    }
}
