package org.bdm.core.hasher;

import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one file that wait to be hashed, by offset. Those that follow without a gap on what is hashed are kept without limit: they
 * wait for the hash threads alone. One behind a gap waits for a block that has not come, which needs a block of the cache too: it is kept
 * only if it is near and a permit is free. Guarded by the monitor of its file.
 */
final class KeptBlocks {
    private final HashPool pool;
    private final TreeMap<Long, KeptBlock> byOffset = new TreeMap<>();

    /** Up to here everything is hashed, being hashed, kept, or zeros. */
    private long chainEnd;

    KeptBlocks(HashPool pool) {
        this.pool = pool;
    }

    /** Takes the loan, unless it may not wait here. No block of this range was taken before. */
    boolean keep(BlockTag tag, Loan loan) {
        ByteRange range = tag.range();
        boolean isNext = range.offset() == chainEnd;
        if (!isNext) {
            boolean isNear = range.offset() > chainEnd && range.endExclusive() <= chainEnd + FileHasher.GAP_BYTES_MAX;
            if (!isNear || !pool.tryTakeGapPermit()) return false;
        }
        byOffset.put(range.offset(), new KeptBlock(tag, loan, !isNext));
        if (isNext) chainReaches(range.endExclusive());
        return true;
    }

    /** Takes what is known of a block, of which the bytes are not needed. */
    void keepValue(BlockTag tag) {
        byOffset.put(tag.range().offset(), new KeptBlock(tag, null, false));
    }

    /** The range needs no block. */
    void pass(ByteRange zeros) {
        if (zeros.offset() <= chainEnd) chainReaches(zeros.endExclusive());
    }

    /** Nothing before this offset has to be waited for. */
    void chainReaches(long offset) {
        chainEnd = Math.max(chainEnd, offset);
        KeptBlock next = byOffset.get(chainEnd);
        while (next != null) {
            if (next.hasPermit) {
                next.hasPermit = false;
                pool.returnGapPermit();
            }
            chainEnd = next.range().endExclusive();
            next = byOffset.get(chainEnd);
        }
    }

    /** The block that begins at the cursor or holds it, or the next one behind; blocks before it are let go of. */
    @Nullable KeptBlock at(long cursor) {
        Map.Entry<Long, KeptBlock> first = byOffset.firstEntry();
        while (first != null && !first.getValue().isOfUse(cursor)) {
            remove(first.getValue());
            first = byOffset.firstEntry();
        }
        return first == null ? null : first.getValue();
    }

    void remove(KeptBlock block) {
        byOffset.remove(block.range().offset());
        if (block.loan != null) block.loan.release();
        if (block.hasPermit) pool.returnGapPermit();
    }

    void releaseAll() {
        while (!byOffset.isEmpty()) remove(byOffset.lastEntry().getValue());
    }

    /** A block; without a loan if its CRC-32C is all that is needed of it. */
    static final class KeptBlock {
        private final BlockTag tag;
        private final @Nullable Loan loan;
        private boolean hasPermit;

        private KeptBlock(BlockTag tag, @Nullable Loan loan, boolean hasPermit) {
            this.tag = tag;
            this.loan = loan;
            this.hasPermit = hasPermit;
        }

        ByteRange range() {
            return tag.range();
        }

        int crc32c() {
            return tag.crc32c();
        }

        @Nullable Loan loan() {
            return loan;
        }

        /** Not what is behind the cursor; nor a value of bytes of which only a part is wanted. */
        private boolean isOfUse(long cursor) {
            return loan == null ? range().offset() >= cursor : range().endExclusive() > cursor;
        }
    }
}
