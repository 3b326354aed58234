package org.bdm.server.job.run;

import org.bdm.core.transfer.ChunkRight;
import org.bdm.server.catalog.file.ChunkLease;

/**
 * A chunk that was claimed.
 *
 * @param lease as the catalog has it
 * @param right as this process counts it
 */
record ClaimedChunk(ChunkLease lease, ChunkRight right) {
    /**
     * The right that a new lease gives.
     *
     * @param askedNanos when the catalog was asked, by the monotonic clock
     */
    static ClaimedChunk of(ChunkLease lease, long askedNanos, DispatchParts parts) {
        ChunkRight.Claimed claimed =
                new ChunkRight.Claimed(lease.chunk(), lease.leaseNumber(), lease.first(), lease.last());
        ChunkRight right = ChunkRight.leased(claimed, lease.mayFormerLive(), parts.nanoTime());
        right.renewed(askedNanos, DispatchParts.LEASE.toNanos());
        return new ClaimedChunk(lease, right);
    }
}
