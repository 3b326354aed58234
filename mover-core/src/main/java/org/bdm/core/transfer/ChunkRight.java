package org.bdm.core.transfer;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;

/**
 * The right of this process to work on one chunk: a lease of the catalog, as the disk sees it. It runs out by the monotonic clock unless it is
 * renewed, and a margin earlier than the catalog gives the chunk to another process. Nothing may get a final name without it.
 *
 * <p>{@code RUNNING <-> RUN OUT -> LOST}: while it has run out it may still be renewed, for example when the database was away and nobody else
 * could lease either. Any thread.
 */
public final class ChunkRight {
    /** A placing begins at least so long before another process may lease the chunk. */
    public static final long MARGIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long WAIT_MILLIS = 1_000;

    private final int chunk;
    private final int lease;
    private final FileId first;
    private final FileId last;
    private final boolean mayFormerLive;
    private final LongSupplier nanoTime;
    private long endNanos; // guarded by this, as all below
    private boolean isLost;
    private boolean waits = true;

    private ChunkRight(Leased leased, boolean mayFormerLive, LongSupplier nanoTime) {
        this.chunk = leased.chunk();
        this.lease = leased.lease();
        this.first = leased.first();
        this.last = leased.last();
        this.mayFormerLive = mayFormerLive;
        this.nanoTime = nanoTime;
        this.endNanos = nanoTime.getAsLong();
    }

    /**
     * A chunk that was leased.
     *
     * @param chunk number of the chunk in its job, from 0
     * @param lease number of the lease, which grows each time the chunk is leased; from 1, and 0 where there is no catalog
     * @param first first file of the chunk
     * @param last last file of the chunk; all numbers between belong to it
     */
    public record Leased(int chunk, int lease, FileId first, FileId last) {
        /** Refuses a negative lease. */
        public Leased {
            if (lease < 0) throw new IllegalArgumentException("the number of a lease is negative: " + lease);
        }
    }

    /**
     * A right that still has to be renewed for the first time.
     *
     * @param mayFormerLive whether the process that held the chunk before did not give it back, so that it may wake and write into the
     *     files that it has open
     * @param nanoTime monotonic clock, in nanoseconds
     */
    public static ChunkRight leased(Leased leased, boolean mayFormerLive, LongSupplier nanoTime) {
        return new ChunkRight(leased, mayFormerLive, nanoTime);
    }

    /** The right of a process that has no catalog to share: it never runs out, and its lease number is 0. */
    public static ChunkRight endless(int chunk) {
        return new ChunkRight(new Leased(chunk, 0, new FileId(1), new FileId(Long.MAX_VALUE)), false, () -> 0);
    }

    /** True if whoever held the chunk before may still write into the files that it has open. */
    public boolean mayFormerLive() {
        return mayFormerLive;
    }

    /** Number of the chunk in its job. */
    public int chunk() {
        return chunk;
    }

    /** Number of the lease; 0 where there is no catalog. */
    public int lease() {
        return lease;
    }

    /** True if the file belongs to the chunk. */
    public boolean covers(FileId file) {
        return file.number() >= first.number() && file.number() <= last.number();
    }

    /**
     * The catalog renewed the lease.
     *
     * @param askedNanos when it was asked, by the monotonic clock: the lease counts from then at the latest
     * @param leaseNanos how long the lease lasts
     */
    public synchronized void renewed(long askedNanos, long leaseNanos) {
        endNanos = askedNanos + leaseNanos - MARGIN_NANOS;
        notifyAll();
    }

    /** Another process has the chunk, or may have it: this right does not come back. */
    public synchronized void lost() {
        isLost = true;
        notifyAll();
    }

    /** The work ends: who waits for a renewal is refused now. */
    public synchronized void waitNoMore() {
        waits = false;
        notifyAll();
    }

    /** True while files may be placed. */
    public synchronized boolean isHeld() {
        return lease == 0 || (!isLost && nanoTime.getAsLong() - endNanos < 0);
    }

    /**
     * Returns when files may be placed: at once, or after a wait for the renewal of a right that has run out.
     *
     * @throws MoverException STALE_LEASE if it is lost, or has run out and the work ends
     */
    public synchronized void require() {
        boolean wasInterrupted = false;
        try {
            while (!isHeld()) {
                if (isLost || !waits) throw stale();
                try {
                    wait(WAIT_MILLIS);
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                    waits = false;
                }
            }
        } finally {
            if (wasInterrupted) Thread.currentThread().interrupt();
        }
    }

    /** The error of work that goes on without the right. */
    public MoverException stale() {
        return new MoverException(
                ErrorCode.STALE_LEASE,
                "lease " + lease + " of chunk " + chunk
                        + " has run out or was taken over: nothing is placed by this process any more");
    }
}
