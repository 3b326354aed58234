package org.bdm.core.read;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one range that have come, in order of their offsets. Threads of the source put them in and one thread takes them out; whatever is
 * still here at the end is given back.
 */
final class ArrivedBytes {
    private static final long SILENCE_MAX_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final FileToRead wanted;
    private final FileId file;
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private long next;
    private long receivedBytes;
    private int windowsEnded;
    private boolean isOver;
    private @Nullable MoverException failure;

    /**
     * A block, or zeros without one.
     *
     * @param loan null for zeros
     */
    record Piece(ByteRange range, @Nullable Loan loan, int crc32c) {}

    ArrivedBytes(FileToRead wanted, FileId file, long begin) {
        this.wanted = wanted;
        this.file = file;
        this.next = begin;
    }

    FileId file() {
        return file;
    }

    void add(BlockTag tag, Loan loan) {
        if (!put(new Piece(tag.range(), loan, tag.crc32c()))) loan.release();
    }

    void addZeros(ByteRange range) {
        put(new Piece(range, null, 0));
    }

    /** False for what came before, or too late. */
    private boolean put(Piece piece) {
        lock.lock();
        try {
            long offset = piece.range().offset();
            if (isOver || offset < next || pieces.containsKey(offset)) return false;
            pieces.put(offset, piece);
            receivedBytes += piece.range().length();
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    void ended(FileVersion version) {
        FileVersion expected = wanted.expected();
        boolean isSame = expected.inode() == 0 ? version.size() == expected.size() : version.equals(expected);
        lock.lock();
        try {
            windowsEnded++;
            if (!isSame && failure == null) {
                failure = new MoverException(
                        ErrorCode.SOURCE_CHANGED,
                        wanted.path() + " changed while it was read, at " + version.changed());
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void failed(MoverException reason) {
        lock.lock();
        try {
            if (failure == null) failure = reason;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** True when so many windows have been sent, and all of their bytes are here: blocks of other streams may come behind the end. */
    boolean isComplete(int windows, long bytes) {
        lock.lock();
        try {
            return windowsEnded >= windows && receivedBytes >= bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the piece at the next offset; null if so many windows have ended before it came. The loan passes to the caller. */
    @Nullable Piece take(int windows) {
        lock.lock();
        try {
            long left = SILENCE_MAX_NANOS;
            while (failure == null && (pieces.isEmpty() || pieces.firstKey() != next)) {
                if (windowsEnded >= windows) return null;
                if (left <= 0)
                    throw new MoverException(
                            ErrorCode.TIMED_OUT, "nothing of " + wanted.path() + " came in 10 minutes");
                left = changed.awaitNanos(left);
            }
            if (failure != null) throw failure;
            Piece piece = pieces.pollFirstEntry().getValue();
            next = piece.range().endExclusive();
            return piece;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.CANCELLED, "the reading of " + wanted.path() + " was interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until so many windows have ended. */
    void awaitEnd(int windows) {
        lock.lock();
        try {
            long left = SILENCE_MAX_NANOS;
            while (failure == null && windowsEnded < windows) {
                if (left <= 0)
                    throw new MoverException(ErrorCode.TIMED_OUT, wanted.path() + " was not confirmed in 10 minutes");
                left = changed.awaitNanos(left);
            }
            if (failure != null) throw failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.CANCELLED, "the reading of " + wanted.path() + " was interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what nobody took; what comes from now on is given back at once. */
    void over() {
        lock.lock();
        try {
            isOver = true;
            for (Piece piece : pieces.values())
                if (piece.loan() != null) piece.loan().release();
            pieces.clear();
        } finally {
            lock.unlock();
        }
    }
}
