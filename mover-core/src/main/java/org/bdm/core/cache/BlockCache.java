package org.bdm.core.cache;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All blocks of this process: a fixed number of direct, page-aligned buffers, reserved when the cache is made and taken from the system
 * when they are first used. They are lent through {@linkplain CacheShare shares}, last returned first lent, because that block is still in
 * the caches of the processor, and those that are never needed at once take no memory.
 *
 * <p><b>Accounting.</b> Shares form a tree. What a share takes from its parent is {@code max(used, guaranteed)}, so a guarantee is paid
 * for when the share is made and a loan within it never depends on anybody else. A guarantee given while others hold more than their own
 * is fulfilled as they return blocks: until then nothing is lent beyond guarantees.
 *
 * <p><b>Waking.</b> A block that is returned wakes as many waiters as blocks may be lent, first come first served, and no more: no
 * wake-up is lost and no crowd is woken for one block. Who waits because a file holds as much as it may is woken when a quarter of that
 * has come back.
 *
 * <p>One lock guards lists and counts; it is held for a few instructions and never while a task runs. Any thread.
 */
public final class BlockCache implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlockCache.class);
    private static final int PAGE_BYTES = 4096;

    /**
     * Of one file at once, if its blocks are lent {@linkplain BlockLender#forFile for it}. With what is written and not marked it is sent
     * again after a crash.
     */
    public static final int FILE_BYTES_MAX = 16 << 20;

    private final Object lock = new Object();
    private final int blocks;
    private final int blockBytes;
    private final CacheShare root;
    private final FileBlocks files; // guarded by lock
    private final Deque<ByteBuffer> free; // guarded by lock
    private boolean isClosed; // guarded by lock
    private final Deque<Waiter> waiters = new ArrayDeque<>(); // guarded by lock

    /**
     * Reserves all blocks.
     *
     * @param blocks how many, at least 1
     * @param blockBytes payload capacity of each: a multiple of 4,096, up to 16 MiB; every block has {@value Loan#HEADROOM_BYTES} more
     */
    public BlockCache(int blocks, int blockBytes) {
        if (blocks < 1) throw new IllegalArgumentException("a cache needs at least one block: " + blocks);
        if (blockBytes < PAGE_BYTES || blockBytes % PAGE_BYTES != 0 || blockBytes > 16 << 20) {
            throw new IllegalArgumentException("block size is not a multiple of 4096 up to 16 MiB: " + blockBytes);
        }
        this.blocks = blocks;
        this.blockBytes = blockBytes;
        this.free = new ArrayDeque<>(blocks);
        BlockMemory.reserve(blocks, Loan.HEADROOM_BYTES + blockBytes).forEach(free::push);
        this.files = new FileBlocks(FILE_BYTES_MAX / blockBytes);
        this.root = new CacheShare(this, null, new CacheQuota("all blocks", blocks, blocks));
    }

    /** A part of the cache; errors as {@link CacheShare#share}. */
    public CacheShare share(CacheQuota quota) {
        return root.share(quota);
    }

    /** Number of blocks. */
    public int blocks() {
        return blocks;
    }

    /** Payload capacity of every block, in bytes. */
    public int blockBytes() {
        return blockBytes;
    }

    /** Blocks that nobody holds now: the fill level tells which stage is the bottleneck. */
    public int blocksFree() {
        synchronized (lock) {
            return free.size();
        }
    }

    /** Lends no more, and lets go of all memory: of blocks that are lent as soon as they come back. Nobody is woken. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            waiters.clear();
            free.clear();
        }
    }

    Object lock() {
        return lock;
    }

    @Nullable Loan tryLend(CacheShare share, long fileNumber) {
        synchronized (lock) {
            if (!mayLend(share, fileNumber)) return null;
            share.addUsed(1);
            share.addLent(1);
            files.lent(fileNumber);
            return CountedLoan.of(this, share, fileNumber, free.pop());
        }
    }

    void giveBack(CacheShare share, long fileNumber, ByteBuffer memory) {
        List<Waiter> woken;
        synchronized (lock) {
            if (!isClosed) free.push(memory);
            share.addLent(-1);
            share.addUsed(-1);
            files.cameBack(fileNumber);
            woken = takeReady();
        }
        wake(woken);
    }

    void whenFree(CacheShare share, long fileNumber, Runnable task) {
        synchronized (lock) {
            if (share.isClosed()) return;
            if (!mayLend(share, fileNumber)) {
                waiters.add(new Waiter(share, fileNumber, task));
                return;
            }
        }
        task.run();
    }

    void close(CacheShare share) {
        List<Waiter> woken;
        synchronized (lock) {
            share.endGuarantee();
            waiters.removeIf(waiter -> waiter.share == share);
            woken = takeReady();
        }
        wake(woken);
    }

    /** Lock held. */
    private boolean mayLend(CacheShare share, long fileNumber) {
        return !free.isEmpty() && share.mayUseOneMore() && files.mayHoldOneMore(fileNumber);
    }

    /** Lock held. At most as many waiters as there are free blocks: each of them may then borrow one. */
    private List<Waiter> takeReady() {
        if (waiters.isEmpty()) return List.of();
        List<Waiter> ready = new ArrayList<>();
        int lendable = free.size();
        for (Iterator<Waiter> i = waiters.iterator(); i.hasNext() && ready.size() < lendable; ) {
            Waiter waiter = i.next();
            if (waiter.share.mayUseOneMore() && files.mayGoOn(waiter.fileNumber)) {
                i.remove();
                ready.add(waiter);
            }
        }
        return ready;
    }

    private static void wake(List<Waiter> woken) {
        for (Waiter waiter : woken) {
            try {
                waiter.task.run();
            } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
                // The thread that returns a block has nothing to do with what the waiter does: it must reach the other
                // waiters.
                LOG.error(
                        "a task waiting for a block of {} failed",
                        waiter.share.quota().name(),
                        e);
            }
        }
    }

    private record Waiter(CacheShare share, long fileNumber, Runnable task) {}
}
