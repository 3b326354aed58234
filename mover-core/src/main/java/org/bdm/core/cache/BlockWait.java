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
    private final Consumer<Lease> onLease;
    private boolean isClosed;

    /**
     * Waits for nothing yet.
     *
     * @param onLease takes ownership of the block; runs on the loop
     */
    public BlockWait(Executor loop, Consumer<Lease> onLease) {
        this.loop = loop;
        this.onLease = onLease;
    }

    /** Call once for each block, after {@link BlockLender#tryLease} brought none. */
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
        Lease lease = lender.tryLease();
        if (lease == null) forBlockOf(lender);
        else onLease.accept(lease);
    }

    /** Wakes the next waiter when the one that was woken needs no block any more: takes a block and gives it back. */
    private static void passOn(BlockLender lender) {
        Lease lease = lender.tryLease();
        if (lease != null) lease.release();
    }

    /** No block is taken any more. */
    public void close() {
        isClosed = true;
    }
}
