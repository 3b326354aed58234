package org.bdm.core.control.dataset;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.SourcePolicy;
import org.jspecify.annotations.Nullable;

/**
 * A standing query.
 *
 * @param id Id of the subscription. Such as {@code subscription-1}.
 * @param label Name for people; empty if none was given. Such as {@code CMIP6 tas}.
 * @param state Whether it runs. One of {@code SubscriptionState}.
 * @param destination Endpoint of the directory that its jobs write to. Such as {@code bdm://south/in}.
 * @param sourcePolicy Which copies its jobs read, and what they do with files that are held; null if nothing was said.
 * @param acceptIncomplete True if a dataset is replicated although an index did not answer in full.
 * @param everySeconds Seconds from one run to the next, 60 to 31,622,400. Within {@code 60..31622400}. Such as {@code 21600}.
 * @param needsApproval True if it makes requests for approval instead of jobs.
 * @param maxBytesPerRun Most bytes that one run takes; null for no cap. Such as {@code 5000000000000}.
 * @param maxDatasetsPerRun Most dataset versions that one run takes; null for no cap. Such as {@code 500}.
 * @param nextAt When the next run is due.
 * @param runs Number of runs that ended, at least 0. Such as {@code 12}.
 * @param last What the last run did; null before the first.
 * @param incomplete Number of dataset versions, at least 0, that a job was to bring and did not bring in full; they are tried again. Such
 * as {@code 0}.
 * @param indexes How far each index was harvested; empty in a list.
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
     * One run of a subscription.
     *
     * @param begunAt When it began.
     * @param endedAt When it ended; null while it continues.
     * @param found Number of dataset versions that indexes named, at least 0. Such as {@code 120}.
     * @param added Number of these that the subscription did not know, at least 0. Such as {@code 2}.
     * @param jobs Number of jobs and requests that were made, at least 0. Such as {@code 1}.
     * @param left Number of dataset versions that the caps left to the next run, at least 0; some of these may turn out not to be wanted.
     * Such as {@code 0}.
     * @param trouble What went wrong, as a sentence; empty if nothing did. Such as {@code west did not answer within 30 s}.
     */
    public record Run(
            Instant begunAt, @Nullable Instant endedAt, long found, long added, long jobs, long left, String trouble) {}

    /**
     * Harvesting state of an index.
     *
     * @param harvested The latest time of indexing in its last full answer; null before the first.
     * @param fullAt When it was last asked for everything; null before the first time.
     * @param warning Why its last answer was not full, as a sentence; empty if it was. Such as {@code west did not answer within 30 s}.
     * @param failingSince When the first of the runs in a row was that it did not answer in full; null if it answered the last one.
     * @param emptySince When it first listed nothing after it had listed something; null if it lists something.
     */
    public record IndexMark(
            String index,
            @Nullable Instant harvested,
            @Nullable Instant fullAt,
            String warning,
            @Nullable Instant failingSince,
            @Nullable Instant emptySince) {}
}
