package org.bdm.core.cache;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The part of the cache that one user may hold: an export, a job, one end of a transfer, a stream. Shares can be divided further. Any
 * thread, never blocks.
 *
 * <p>Who was woken by {@link #whenFree} and no longer needs a block borrows one and releases it, or closes the share: that wakes the next.
 */
public final class CacheShare implements BlockLender, AutoCloseable {
    private final BlockCache cache;
    private final @Nullable CacheShare parent;
    private final CacheQuota quota;

    // Guarded by the lock of the cache.
    private int guaranteed;
    private int used; // blocks lent here, and what the shares below have taken
    private int guaranteedBelow;
    private int lent;
    private boolean closed;

    CacheShare(BlockCache cache, @Nullable CacheShare parent, CacheQuota quota) {
        this.cache = cache;
        this.parent = parent;
        this.quota = quota;
    }

    /**
     * A part of this share.
     *
     * @throws MoverException TOO_MANY_CONNECTIONS if what is guaranteed already leaves no room for this guarantee
     */
    public CacheShare share(CacheQuota part) {
        CacheShare share = new CacheShare(cache, this, part);
        synchronized (cache.lock()) {
            int room = quota.blocksMax() - guaranteedBelow;
            if (closed || part.blocksGuaranteed() > room) {
                throw new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS,
                        "the block cache has no blocks left to reserve for " + part.name() + ": " + quota.name()
                                + " has " + quota.blocksMax() + " blocks, " + guaranteedBelow + " are reserved");
            }
            guaranteedBelow += part.blocksGuaranteed();
            addUsed(part.blocksGuaranteed());
            share.guaranteed = part.blocksGuaranteed();
        }
        return share;
    }

    @Override
    public @Nullable Loan tryLend() {
        return cache.tryLend(this, FileBlocks.NO_FILE);
    }

    /** As {@link BlockLender#whenFree}; a task that waits when the share is closed never runs. */
    @Override
    public void whenFree(Runnable task) {
        cache.whenFree(this, FileBlocks.NO_FILE, task);
    }

    /** Beside the quota: at most {@link BlockCache#FILE_BYTES_MAX} of one file, over all shares of the cache. */
    @Override
    public BlockLender forFile(long fileNumber) {
        return new FileLender(cache, this, fileNumber);
    }

    @Override
    public int blockBytes() {
        return cache.blockBytes();
    }

    /** The quota of this share. */
    public CacheQuota quota() {
        return quota;
    }

    /** Blocks of this share, and of its parts, that are lent now. */
    public int blocksLent() {
        synchronized (cache.lock()) {
            return lent;
        }
    }

    /** Gives the guarantee back and lends no more; blocks that are lent come back when they are released. Parts must be closed before. */
    @Override
    public void close() {
        cache.close(this);
    }

    /** Lock held. */
    boolean mayUseOneMore() {
        if (closed) return false;
        for (CacheShare share = this; ; share = share.parent) {
            if (share.used >= share.quota.blocksMax() && share.used >= share.guaranteed) return false;
            if (share.used < share.guaranteed || share.parent == null) return true;
        }
    }

    /** Lock held. What this share takes from its parent is max(used, guaranteed). */
    void addUsed(int change) {
        int takenBefore = Math.max(used, guaranteed);
        used += change;
        int taken = Math.max(used, guaranteed);
        if (parent != null && taken != takenBefore) parent.addUsed(taken - takenBefore);
    }

    /** Lock held. */
    void addLent(int change) {
        lent += change;
        if (parent != null) parent.addLent(change);
    }

    /** Lock held. */
    void endGuarantee() {
        if (closed || parent == null) return;
        closed = true;
        parent.guaranteedBelow -= guaranteed;
        int takenBefore = Math.max(used, guaranteed);
        guaranteed = 0;
        if (takenBefore != used) parent.addUsed(used - takenBefore);
    }

    /** Lock held. */
    boolean isClosed() {
        return closed;
    }
}
