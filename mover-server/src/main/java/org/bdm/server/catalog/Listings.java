package org.bdm.server.catalog;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Listing as durable work: how far each job is, and the entries it found. Writes block the calling worker while the committer's queue is
 * full.
 */
public final class Listings {

    /** Claims the listing of the job of highest priority that is QUEUED, PLANNING or ACTIVE, not wholly listed and not claimed. */
    public Optional<ListingLease> claimNext(Duration leaseFor) {
        throw new UnsupportedOperationException("to come");
    }

    /** Puts off the end of a lease; empty if it was lost. */
    public Optional<ListingLease> heartbeat(ListingLease lease, Duration leaseFor) {
        throw new UnsupportedOperationException("to come");
    }

    /** Gives a lease back. */
    public void release(ListingLease lease) {
        throw new UnsupportedOperationException("to come");
    }

    /** Where the listing of the job goes on. */
    public ListingPosition position(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Directories that are not wholly listed, by number; at most {@code rowsMax}. */
    public List<OpenDirectory> openDirectories(JobId job, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /**
     * Keeps a batch: directories, files, chunks of the PENDING ones, and the advance of the listing, in one transaction. The future gives
     * the position after it; it fails with ILLEGAL_STATE if the batch does not begin where the catalog is or the job is final, and with
     * CATALOG_FULL beyond the published limit of files.
     */
    public CompletableFuture<ListingPosition> append(ListedBatch batch) {
        throw new UnsupportedOperationException("to come");
    }

    /** Says that nothing more will be listed; fails with ILLEGAL_STATE while a directory or an item is open. */
    public CompletableFuture<Job> complete(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Directories of a job by number, beginning after {@code afterNumber} (null: from the first); progress is not filled in. */
    public List<ListedDirectory> directories(JobId job, @Nullable Integer afterNumber, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }
}
