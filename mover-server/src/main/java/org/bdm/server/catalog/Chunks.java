package org.bdm.server.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Work to be claimed. A chunk is up to 1,000 neighbouring files or 1 GiB of a job; one node at a time works on it, under a lease. Claims and
 * heartbeats are not forced to disk: one that a power cut takes back is a chunk that is claimed again, from the journal.
 */
public final class Chunks {

    /** Claims a chunk of an ACTIVE job for this node: highest priority first, then the oldest job, then files in order. */
    public Optional<ChunkLease> claimNext(Duration leaseFor) {
        throw new UnsupportedOperationException("to come");
    }

    /** Claims the next chunk of one job, if it is ACTIVE and has one. */
    public Optional<ChunkLease> claimOf(JobId job, Duration leaseFor) {
        throw new UnsupportedOperationException("to come");
    }

    /** When the next chunk of the job can be claimed, now or later; empty if all are done or being worked on. */
    public Optional<Instant> nextAvailable(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Puts off the end of a lease; empty if it was lost: then stop the work on it. */
    public Optional<ChunkLease> heartbeat(ChunkLease lease, Duration leaseFor) {
        throw new UnsupportedOperationException("to come");
    }

    /** Files of the chunk that are PENDING, or WAITING and due at {@code now}, in order, after {@code after}; at most {@code rowsMax}. */
    public List<FileRow> openFiles(ChunkLease lease, @Nullable FileId after, Instant now, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /**
     * Records what became of files, all of one job; good groups have 100 to 1,000 in ascending order. A file that had ended already stays as it is. Blocks the
     * calling worker while the committer's queue is full. DONE may be shown to others once the future completes. Fails with ILLEGAL_STATE
     * if the job is final: its files are CANCELLED then.
     */
    public CompletableFuture<RecordedOutcomes> record(List<FileOutcome> outcomes) {
        throw new UnsupportedOperationException("to come");
    }

    /**
     * Ends the work on a chunk, after all outcomes recorded before: without open files it is done for good, with some it can be claimed
     * again when the first of them is due. Fails with ILLEGAL_STATE if the lease was lost.
     */
    public CompletableFuture<ChunkEnd> finish(ChunkLease lease) {
        throw new UnsupportedOperationException("to come");
    }

    /** Gives a chunk back, to be claimed from {@code availableAt} on; nothing happens if the lease was lost. */
    public CompletableFuture<Void> release(ChunkLease lease, Instant availableAt) {
        throw new UnsupportedOperationException("to come");
    }
}
