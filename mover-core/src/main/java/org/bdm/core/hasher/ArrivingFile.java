package org.bdm.core.hasher;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.checksum.RunningRangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.KeptBlocks.KeptBlock;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;
import org.jspecify.annotations.Nullable;

/**
 * One file that arrives: what of it is there, and how far it is hashed. Its monitor guards the state; at most one hash thread works on it,
 * without the monitor while it reads and computes; {@code slices} has that run, one slice at a time. What is not
 * {@linkplain KeptBlocks kept} is read again from the file when the cursor gets there.
 */
final class ArrivingFile {
    private final FileId file;
    private final Epoch epoch;
    private final IncomingFile temporary;
    private final HashListener listener;
    private final HashPool pool;
    private final Executor slices;
    private final RunningDigest digest;
    private final @Nullable RunningDigest also;
    private final @Nullable RunningRangeDigests ranges;

    private final RangeSet present = new RangeSet();
    private final TreeMap<Long, Long> zeroEndByOffset = new TreeMap<>();
    private final KeptBlocks kept;

    /** The digest is a CRC-32C alone, made of those of the blocks. */
    private final boolean isComposed;

    private final CompletableFuture<Void> discarded = new CompletableFuture<>();
    private long cursor;
    private long size = -1;
    private boolean isScheduled;
    private boolean isDiscarded;
    private boolean isEnded;

    ArrivingFile(
            FileId file,
            Epoch epoch,
            IncomingFile temporary,
            WantedDigests wanted,
            HashListener listener,
            HashPool pool,
            Executor slices) {
        this.file = file;
        this.epoch = epoch;
        this.temporary = temporary;
        this.listener = listener;
        this.pool = pool;
        this.slices = slices;
        this.digest = RunningDigest.of(wanted.algorithm());
        this.also = wanted.also().map(RunningDigest::of).orElse(null);
        this.ranges = wanted.rangeBytes() == 0 ? null : new RunningRangeDigests(wanted.rangeBytes());
        this.isComposed =
                wanted.algorithm() == ChecksumAlgorithm.CRC32C && wanted.also().isEmpty();
        this.kept = new KeptBlocks(pool);
    }

    Epoch epoch() {
        return epoch;
    }

    synchronized void offer(BlockTag tag, Loan loan) {
        boolean isNew = addPresent(tag.range()) == tag.range().length();
        if (isNew && isComposed) kept.keepValue(tag);
        boolean isKept = isNew && !isComposed && kept.keep(tag, loan);
        if (!isKept) loan.release();
        if (isComposed && !isScheduled) compose();
        schedule();
        if (!isScheduled && pool.isClosing()) kept.releaseAll(); // no thread comes for them any more
    }

    /** Goes over blocks of which the values are known: too short to be worth a thread. While no thread works on it. */
    private void compose() {
        KeptBlock next = isEnded ? null : kept.at(cursor);
        while (next != null && next.range().offset() == cursor) {
            Piece piece = new Piece(next.range().length(), false, next);
            update(piece);
            hashed(piece);
            next = kept.at(cursor);
        }
    }

    synchronized void written(ByteRange range) {
        addPresent(range);
        schedule();
    }

    synchronized void zero(ByteRange range) {
        zeroEndByOffset.merge(range.offset(), range.endExclusive(), Math::max);
        addPresent(range);
        kept.pass(range);
        schedule();
    }

    /** Returns how many of the bytes were not there before; none once it has ended. */
    private long addPresent(ByteRange range) {
        if (isEnded) return 0;
        long bytesNew = present.add(range);
        pool.addBacklog(bytesNew);
        return bytesNew;
    }

    synchronized void finish(long sizeInAll) {
        size = sizeInAll;
        schedule();
    }

    synchronized CompletionStage<Void> discard() {
        if (!isScheduled) {
            end();
            discarded.complete(null);
        }
        isDiscarded = true;
        return discarded;
    }

    /** After the threads have ended. */
    synchronized void close() {
        end();
        discarded.complete(null);
    }

    /** Only by the thread that works on it, or while none does. */
    private void end() {
        if (isEnded) return;
        isEnded = true;
        isScheduled = false;
        pool.addBacklog(cursor - present.lengthTotal());
        kept.releaseAll();
    }

    private void schedule() {
        if (isScheduled || isEnded) return;
        boolean hasWork = present.contiguousFromZero() > cursor || size >= 0;
        if (hasWork) isScheduled = isNextSliceTaken();
    }

    /** False if the threads have ended and it will not run. */
    private boolean isNextSliceTaken() {
        try {
            slices.execute(this::runSlice);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    private void runSlice() {
        try {
            long left = HashPool.SLICE_BYTES;
            while (left > 0) {
                Step step = nextStep(left);
                if (step.piece == null) {
                    step.otherwise.run();
                    return;
                }
                update(step.piece);
                hashed(step.piece);
                left -= step.piece.length;
            }
            giveWay();
        } catch (MoverException e) {
            failed(e);
        } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
            failed(new MoverException(ErrorCode.INTERNAL, "hashing " + file + " failed: " + e, e));
        }
    }

    private synchronized Step nextStep(long lengthMax) {
        if (isDiscarded || isEnded || pool.isClosing()) {
            end();
            return Step.last(() -> discarded.complete(null));
        }
        Piece piece = nextPiece(lengthMax);
        if (piece != null) {
            kept.chainReaches(cursor + piece.length);
            return new Step(piece, () -> {});
        }
        if (size < 0) {
            isScheduled = false;
            return Step.last(() -> {});
        }
        end();
        if (cursor == size) return Step.last(this::tellDigests);
        String detail = "the digest of " + file + " was finished at " + cursor + " of " + size + " bytes";
        return Step.last(() -> listener.onHashFailed(file, epoch, new MoverException(ErrorCode.INTERNAL, detail)));
    }

    /** After the end: nobody changes them any more. */
    private void tellDigests() {
        RangeDigests found = ranges == null ? null : ranges.finish().orElse(null);
        Checksum value = digest.finish();
        Checksum second = also == null ? null : also.finish();
        if (found != null) listener.onRanges(file, epoch, found);
        if (second == null) listener.onDigest(file, epoch, value);
        else listener.onDigests(file, epoch, value, second);
    }

    private @Nullable Piece nextPiece(long lengthMax) {
        KeptBlock first = kept.at(cursor);
        if (first != null && first.range().offset() <= cursor) {
            return new Piece(first.range().endExclusive() - cursor, false, first);
        }
        long end = Math.min(present.contiguousFromZero(), cursor + lengthMax);
        if (first != null) end = Math.min(end, first.range().offset());
        if (end <= cursor) return null;
        Map.Entry<Long, Long> zeros = zeroEndByOffset.floorEntry(cursor);
        if (zeros != null && zeros.getValue() > cursor) {
            return new Piece(Math.min(end, zeros.getValue()) - cursor, true, null);
        }
        Long nextZeros = zeroEndByOffset.higherKey(cursor);
        if (nextZeros != null) end = Math.min(end, nextZeros);
        return new Piece(Math.min(end - cursor, HashPool.READ_BYTES), false, null);
    }

    private void update(Piece piece) {
        if (piece.isZero) {
            pool.updateWithZeros(digest, piece.length);
            if (also != null) pool.updateWithZeros(also, piece.length);
            if (ranges != null) pool.updateWithZeros(ranges, piece.length);
        } else if (piece.block != null) {
            update(piece.block, piece.length);
        } else {
            ByteBuffer buffer = pool.readBuffer().limit((int) piece.length);
            temporary.read(cursor, buffer);
            if (buffer.hasRemaining()) {
                throw new MoverException(
                        ErrorCode.WRITE_ERROR,
                        "the temporary file of " + file + " is shorter than what was written: it ends at " + cursor);
            }
            buffer.flip();
            if (ranges != null) ranges.update(buffer.duplicate());
            update(buffer);
        }
    }

    /** The last so many bytes of a block. Its own CRC-32C spares one over its bytes. */
    private void update(KeptBlock block, long length) {
        Loan loan = block.loan();
        int from = (int) (cursor - block.range().offset());
        if (ranges != null && (loan == null || (from == 0 && ranges.isInOneRange(length)))) {
            ranges.append(block.crc32c(), length);
        } else if (ranges != null && loan != null) {
            ranges.update(loan.payload(from, (int) length));
        }
        if (loan == null) digest.append(block.crc32c(), length);
        else update(loan.payload(from, (int) length));
    }

    private void update(ByteBuffer bytes) {
        if (also != null) also.update(bytes.duplicate());
        digest.update(bytes);
    }

    private synchronized void hashed(Piece piece) {
        cursor += piece.length;
        pool.addBacklog(-piece.length);
        if (piece.block != null) kept.remove(piece.block);
    }

    private synchronized void giveWay() {
        isScheduled = isNextSliceTaken();
        if (isScheduled) return;
        end(); // the threads have ended
        discarded.complete(null);
    }

    private void failed(MoverException reason) {
        boolean isWanted;
        synchronized (this) {
            isWanted = !isDiscarded;
            end();
        }
        if (isWanted) listener.onHashFailed(file, epoch, reason);
        discarded.complete(null);
    }

    /** Bytes from the cursor on: zeros, in a kept block, or (neither) in the file. */
    private record Piece(
            long length, boolean isZero, @Nullable KeptBlock block) {}

    /** The next step of the thread: hash a piece, or else something that needs no monitor. */
    private record Step(@Nullable Piece piece, Runnable otherwise) {
        static Step last(Runnable otherwise) {
            return new Step(null, otherwise);
        }
    }
}
