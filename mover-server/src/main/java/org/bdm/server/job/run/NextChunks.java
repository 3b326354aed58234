package org.bdm.server.job.run;

import java.util.Optional;
import java.util.function.IntPredicate;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.Chunks;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.settings.ChunkOrder;

/** Leases the chunks of one job in its order. With MIXED each process takes them in turn from both ends, a large one first. Job's thread. */
final class NextChunks {
    private final Chunks chunks;
    private final JobId job;
    private final ChunkOrder order;
    private boolean isLargeNext = true;

    static NextChunks of(Job job, DispatchParts parts) {
        ChunkOrder order = job.request().settings().order();
        return new NextChunks(parts.catalog().chunks(), job.id(), order);
    }

    NextChunks(Chunks chunks, JobId job, ChunkOrder order) {
        this.chunks = chunks;
        this.job = job;
        this.order = order;
    }

    /** Leases the next chunk, but none of which {@code isHeld} is true; empty if there is none now. */
    Optional<ChunkLease> lease(IntPredicate isHeld) {
        if (order != ChunkOrder.MIXED) return chunks.leaseOf(job, DispatchParts.LEASE, isHeld);
        Optional<ChunkLease> leased = isLargeNext
                ? chunks.leaseLastOf(job, DispatchParts.LEASE, isHeld)
                : chunks.leaseOf(job, DispatchParts.LEASE, isHeld);
        if (leased.isPresent()) isLargeNext = !isLargeNext;
        return leased;
    }
}
