package org.bdm.core.stream;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.BlockWait;
import org.bdm.core.cache.Loan;
import org.jspecify.annotations.Nullable;

/**
 * Brings the block that the next payload is received into; while there is none, the stream does not read. A block is taken only when the
 * header of its payload is there, and one at a time: a stream never holds one block and waits for another. Belongs to the event loop.
 */
final class BlockSupply {
    private final ReadGate gate;
    private final BlockWait wait;
    private @Nullable BlockLender lender;

    /** @param onLateLoan gets the block that {@link #loan} did not have */
    BlockSupply(Executor eventLoop, ReadGate gate, Consumer<Loan> onLateLoan) {
        this.gate = gate;
        this.wait = new BlockWait(eventLoop, loan -> {
            onLateLoan.accept(loan);
            gate.open(ReadGate.Reason.NO_BLOCK);
        });
    }

    /** @param newLender null: no blocks are taken */
    void takeFrom(@Nullable BlockLender newLender) {
        lender = newLender;
    }

    /** Capacity of the blocks; 0 while none are taken. */
    int blockBytes() {
        return lender == null ? 0 : lender.blockBytes();
    }

    /**
     * A block; or null, then reading stops until one has come.
     *
     * @param fileNumber whose bytes it is for; 0 for those of several
     */
    @Nullable Loan loan(long fileNumber) {
        BlockLender all = lender;
        if (all == null) return null;
        BlockLender from = all.forFile(fileNumber);
        Loan loan = from.tryLend();
        if (loan == null) {
            gate.close(ReadGate.Reason.NO_BLOCK);
            wait.forBlockOf(from);
        }
        return loan;
    }

    /** No block is taken any more. */
    void close() {
        wait.close();
    }
}
