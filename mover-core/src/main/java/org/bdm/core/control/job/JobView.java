package org.bdm.core.control.job;

import java.time.Instant;
import org.bdm.core.control.holding.MirrorView;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is at one moment.
 *
 * @param id Id of the job. Such as {@code job-7}.
 * @param kind What kind of job it is. One of {@code JobKind}.
 * @param owner Owner of the token that submitted it. Such as {@code ann}.
 * @param state The state of the job. One of {@code JobState}.
 * @param stateReason Why nothing moves; null while the job is listed or moves, and once it has SUCCEEDED with files.
 * @param source Endpoint of its only source; null for a list. Such as {@code bdm://north/data/CMIP6}.
 * @param destination Endpoint of its destination; null for a list. Such as {@code bdm://south/in/CMIP6}.
 * @param priority 1 (first) to 5 (last). Within {@code 1..5}. Such as {@code 3}.
 * @param listingComplete True once every file is known; before that the totals are lower bounds.
 * @param files Numbers of files by state.
 * @param bytes Bytes by what became of them.
 * @param estimate When it is expected to end; null while that cannot be told.
 * @param verify How its files are verified. One of {@code VerifyMode}.
 * @param retryOf Id of the job whose failed files this one tries again; null for none. Such as {@code job-3}.
 * @param mirror What became of the removal plan of a job with delete; null for any other job.
 * @param unknownDatasets Number of wanted datasets that it skips, since no index knew them (skipUnknown); 0 for none, and from an older
 * server. Such as {@code 3}.
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
