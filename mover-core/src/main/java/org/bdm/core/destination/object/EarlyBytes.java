package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.jspecify.annotations.Nullable;

/** A block, or zeros, that wait for the bytes before them or for memory. Owned by the thread of the writer; holds its loan until it is told. */
final class EarlyBytes {
    private final ByteRange range;
    private final @Nullable BlockTag tag;
    private final @Nullable Loan loan;
    private long at;
    private long bytesNew;

    private EarlyBytes(ByteRange range, @Nullable BlockTag tag, @Nullable Loan loan) {
        this.range = range;
        this.tag = tag;
        this.loan = loan;
        this.at = range.offset();
    }

    static EarlyBytes block(BlockTag tag, Loan loan) {
        return new EarlyBytes(tag.range(), tag, loan);
    }

    static EarlyBytes zeros(ByteRange range) {
        return new EarlyBytes(range, null, null);
    }

    ByteRange range() {
        return range;
    }

    /** Null of zeros. */
    @Nullable BlockTag tag() {
        return tag;
    }

    /** Null of zeros. */
    @Nullable Loan loan() {
        return loan;
    }

    /** Bytes of it that nobody had before. */
    long bytesNew() {
        return bytesNew;
    }

    /** Leaves out what came before by another way. */
    void skipTo(long offset) {
        at = Math.max(at, Math.min(offset, range.endExclusive()));
    }

    boolean isUsedUp() {
        return at == range.endExclusive();
    }

    /** Gives as many bytes as fit; returns how many. */
    int giveTo(PartBuffer buffer) {
        int before = buffer.length();
        if (loan == null) {
            buffer.putZeros(range.endExclusive() - at);
        } else {
            ByteBuffer bytes = loan.payload((int) (at - range.offset()), (int) (range.endExclusive() - at));
            buffer.put(bytes);
        }
        int given = buffer.length() - before;
        at += given;
        bytesNew += given;
        return given;
    }

    void release() {
        if (loan != null) loan.release();
    }
}
