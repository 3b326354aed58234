package org.bdm.core.control.job;

import java.time.Instant;
import org.bdm.core.control.holding.MirrorView;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is at one moment.
 *
 * @param state {@code QUEUED PLANNING ACTIVE PAUSED SUCCEEDED PARTIAL FAILED CANCELLED}
 * @param stateReason set in every state that is not moving
 * @param source null for a batch
 * @param destination null for a batch
 * @param priority 1 (first) to 5 (last)
 * @param listingComplete while false, the totals are lower bounds
 * @param estimate null while nothing can be said
 * @param limitedBy the stage that is the bottleneck now
 * @param dataSecurity {@code tls} or {@code plain}; null before the first stream
 * @param retryOf the job whose failed files this one tries again
 * @param mirror what became of the plan of a job with {@code delete}; null for any other job
 * @param unknownDatasets wanted datasets that it skips, since no index knew them; 0 from an older server
 */
public record JobView(
        String id,
        @Nullable String label,
        String kind,
        @Nullable String owner,
        String state,
        @Nullable StateReason stateReason,
        @Nullable String source,
        @Nullable String destination,
        int priority,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        boolean listingComplete,
        FileCounts files,
        ByteCounts bytes,
        RateView rate,
        @Nullable EstimateView estimate,
        @Nullable String limitedBy,
        String verify,
        @Nullable String dataSecurity,
        @Nullable String retryOf,
        @Nullable MirrorView mirror,
        int unknownDatasets) {
    /** The same job, as another site calls it and the one that it tries again. */
    public JobView withIds(String other, @Nullable String otherRetryOf) {
        return new JobView(
                other,
                label,
                kind,
                owner,
                state,
                stateReason,
                source,
                destination,
                priority,
                createdAt,
                startedAt,
                endedAt,
                listingComplete,
                files,
                bytes,
                rate,
                estimate,
                limitedBy,
                verify,
                dataSecurity,
                otherRetryOf,
                mirror,
                unknownDatasets);
    }
}
