package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.cache.Loan;

/** A small file in the block that its pack came in: a holder of that block more, and no copy. */
final class PackedBytes implements HeldBytes {
    private final Loan loan;
    private final int offset;
    private final int length;
    private final AtomicBoolean isFreed = new AtomicBoolean();

    /** Holds the loan beside the caller, who keeps its own hold. */
    PackedBytes(Loan loan, int offset, int length) {
        this.loan = loan.retain();
        this.offset = offset;
        this.length = length;
    }

    @Override
    public ByteBuffer content() {
        return loan.payload(offset, length);
    }

    @Override
    public void free() {
        if (isFreed.compareAndSet(false, true)) loan.release();
    }
}
