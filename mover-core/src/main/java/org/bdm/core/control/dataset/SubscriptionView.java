package org.bdm.core.control.dataset;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.SourcePolicy;
import org.jspecify.annotations.Nullable;

/**
 * A standing query.
 *
 * @param state {@code ACTIVE}, {@code PAUSED} or {@code REMOVED}
 * @param sourcePolicy which copies its jobs read, and what they do with files that are held; null if nothing was said
 * @param onNewVersion {@code replicate} or {@code tell}
 * @param onRetracted null for what the server does
 * @param onSuperseded null for what the server does
 * @param maxBytesPerRun null for no cap
 * @param maxDatasetsPerRun null for no cap
 * @param nextAt when it is due
 * @param runs how many ended
 * @param last what the last one did; null before the first
 * @param incomplete dataset versions that a job was to bring and did not bring in full; they are tried again
 * @param indexes how far each was harvested
 */
public record SubscriptionView(
        String id,
        String owner,
        String label,
        String state,
        DatasetQuery query,
        String destination,
        @Nullable SourcePolicy sourcePolicy,
        boolean acceptIncomplete,
        long everySeconds,
        String onNewVersion,
        @Nullable String onRetracted,
        @Nullable String onSuperseded,
        boolean needsApproval,
        @Nullable Long maxBytesPerRun,
        @Nullable Long maxDatasetsPerRun,
        Instant createdAt,
        Instant nextAt,
        long runs,
        @Nullable Run last,
        long incomplete,
        List<IndexMark> indexes) {
    /** An absent list is an empty one. */
    public SubscriptionView {
        indexes = indexes == null ? List.of() : List.copyOf(indexes);
    }

    /**
     * One run.
     *
     * @param endedAt null while it goes on
     * @param found dataset versions that indexes named
     * @param added of these, how many were not known to the subscription
     * @param jobs jobs and requests that were made
     * @param left dataset versions that the caps left to the next run
     * @param trouble what went wrong; empty if nothing did
     */
    public record Run(
            Instant begunAt, @Nullable Instant endedAt, long found, long added, long jobs, long left, String trouble) {}

    /**
     * Harvesting state of an index.
     *
     * @param harvested the highest time of indexing that its last answer in full had
     * @param fullAt when it was last asked for everything
     * @param warning why its last answer was not full; empty if it was
     * @param failingSince when the first of the runs was that it did not answer in full; null if it answered the last one
     * @param emptySince when it first listed nothing after it had listed something; null if it lists something
     */
    public record IndexMark(
            String index,
            @Nullable Instant harvested,
            @Nullable Instant fullAt,
            String warning,
            @Nullable Instant failingSince,
            @Nullable Instant emptySince) {}
}
