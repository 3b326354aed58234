package org.bdm.core.source.http;

import java.util.function.BiConsumer;
import org.bdm.core.block.BlockTag;
import org.bdm.core.cache.Loan;
import org.jspecify.annotations.Nullable;

/** A block that is held back until it is known whether more follows. Belongs to the event loop of the connection. */
final class HeldBlock {
    private @Nullable BlockTag tag;
    private @Nullable Loan loan;

    /** Takes the loan. */
    void hold(BlockTag heldTag, Loan heldLoan) {
        tag = heldTag;
        loan = heldLoan;
    }

    /** Passes it on, with its loan, if there is one. */
    void giveOn(BiConsumer<BlockTag, Loan> taker) {
        BlockTag held = tag;
        Loan bytes = loan;
        loan = null;
        if (held != null && bytes != null) taker.accept(held, bytes);
    }

    void release() {
        giveOn((held, bytes) -> bytes.release());
    }
}
