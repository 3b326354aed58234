package org.bdm.core.stream;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Lease;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the block that the next payload is received into; while there is none, the stream does not read. A block is taken only when the
 * header of its payload is there, and one at a time: a stream never holds one block and waits for another. Belongs to the event loop.
 */
final class BlockSupply {
    private static final Logger LOG = LoggerFactory.getLogger(BlockSupply.class);

    private final Executor eventLoop;
    private final ReadGate gate;
    private final Consumer<Lease> onLateLease;
    private @Nullable BlockLender lender;
    private boolean closed;

    /** @param onLateLease gets the block that {@link #lease} did not have */
    BlockSupply(Executor eventLoop, ReadGate gate, Consumer<Lease> onLateLease) {
        this.eventLoop = eventLoop;
        this.gate = gate;
        this.onLateLease = onLateLease;
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
    @Nullable Lease lease(long fileNumber) {
        BlockLender all = lender;
        if (all == null) return null;
        BlockLender from = all.forFile(fileNumber);
        Lease lease = from.tryLease();
        if (lease == null) {
            gate.close(ReadGate.Reason.NO_BLOCK);
            from.whenFree(() -> blockIsFree(from));
        }
        return lease;
    }

    /** On the thread that returned a block. */
    private void blockIsFree(BlockLender from) {
        try {
            eventLoop.execute(() -> takeFreeBlock(from));
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop has ended", e);
            passOn(from);
        }
    }

    private void takeFreeBlock(BlockLender from) {
        if (closed) {
            passOn(from);
            return;
        }
        Lease lease = from.tryLease();
        if (lease == null) {
            from.whenFree(() -> blockIsFree(from));
            return;
        }
        onLateLease.accept(lease);
        gate.open(ReadGate.Reason.NO_BLOCK);
    }

    /** Who was woken and needs no block any more wakes the next by taking it and giving it back. */
    private static void passOn(BlockLender from) {
        Lease lease = from.tryLease();
        if (lease != null) lease.release();
    }

    /** No block is taken any more. */
    void close() {
        closed = true;
    }
}
