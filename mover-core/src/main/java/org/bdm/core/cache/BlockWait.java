package org.bdm.core.cache;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a block of a lender that had none, as soon as one is free, on the loop of whoever waits for it. Belongs to that loop. */
public final class BlockWait {
    private static final Logger LOG = LoggerFactory.getLogger(BlockWait.class);

    private final Executor loop;
    private final Consumer<Loan> onLoan;
    private boolean isClosed;

    /**
     * Waits for nothing yet.
     *
     * @param onLoan takes ownership of the block; runs on the loop
     */
    public BlockWait(Executor loop, Consumer<Loan> onLoan) {
        this.loop = loop;
        this.onLoan = onLoan;
    }

    /** Call once for each block, after {@link BlockLender#tryLend} brought none. */
    public void forBlockOf(BlockLender lender) {
        lender.whenFree(() -> isFree(lender));
    }

    /** On the thread that returned a block. */
    private void isFree(BlockLender lender) {
        try {
            loop.execute(() -> take(lender));
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop has ended", e);
            passOn(lender);
        }
    }

    private void take(BlockLender lender) {
        if (isClosed) {
            passOn(lender);
            return;
        }
        Loan loan = lender.tryLend();
        if (loan == null) forBlockOf(lender);
        else onLoan.accept(loan);
    }

    /** Wakes the next waiter when the one that was woken needs no block any more: takes a block and gives it back. */
    private static void passOn(BlockLender lender) {
        Loan loan = lender.tryLend();
        if (loan != null) loan.release();
    }

    /** No block is taken any more. */
    public void close() {
        isClosed = true;
    }
}
