package org.bdm.core.cache;

import org.jspecify.annotations.Nullable;

/** Blocks of a share for the bytes of one file. */
record FileLender(BlockCache cache, CacheShare share, long fileNumber) implements BlockLender {
    @Override
    public @Nullable Loan tryLend() {
        return cache.tryLend(share, fileNumber);
    }

    @Override
    public void whenFree(Runnable task) {
        cache.whenFree(share, fileNumber, task);
    }

    @Override
    public BlockLender forFile(long other) {
        return new FileLender(cache, share, other);
    }

    @Override
    public int blockBytes() {
        return cache.blockBytes();
    }
}
