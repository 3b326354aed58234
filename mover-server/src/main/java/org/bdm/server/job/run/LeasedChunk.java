package org.bdm.server.job.run;

import org.bdm.core.transfer.ChunkRight;
import org.bdm.server.catalog.file.ChunkLease;

/**
 * A chunk that was leased.
 *
 * @param lease as the catalog has it
 * @param right as this process counts it
 */
record LeasedChunk(ChunkLease lease, ChunkRight right) {
    /**
     * The right that a new lease gives.
     *
     * @param askedNanos when the catalog was asked, by the monotonic clock
     */
    static LeasedChunk of(ChunkLease lease, long askedNanos, DispatchParts parts) {
        ChunkRight.Leased leased =
                new ChunkRight.Leased(lease.chunk(), lease.leaseNumber(), lease.first(), lease.last());
        ChunkRight right = ChunkRight.leased(leased, lease.mayFormerLive(), parts.nanoTime());
        right.renewed(askedNanos, DispatchParts.LEASE.toNanos());
        return new LeasedChunk(lease, right);
    }
}
