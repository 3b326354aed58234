package org.bdm.core.cache;

import org.jspecify.annotations.Nullable;

/** Lends blocks of one quota: what a stream, a reader or a job is given of the cache. Any thread, never blocks. */
public interface BlockLender {
    /** A block, or null if the quota or the cache is used up. The caller owns one reference. */
    @Nullable Loan tryLend();

    /** Runs {@code task} once, on the thread that frees a block, as soon as {@link #tryLend} may succeed again; at once if it may now. */
    void whenFree(Runnable task);

    /**
     * Lends the same blocks for bytes of one file, of which a lender may let only so many be on their way at once: what has come of a file
     * and is not on the disk is lost in a crash, and sent again.
     *
     * @param fileNumber of its {@code FileId}; 0 for bytes of several files, which are not bounded so
     */
    default BlockLender forFile(long fileNumber) {
        return this;
    }

    /** Payload capacity of every block, in bytes. */
    int blockBytes();
}
