package org.bdm.core.control.dataset;

import java.util.Objects;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * A standing query to keep.
 *
 * @param label Name for people, at most 200 characters; null for none. Such as {@code CMIP6 tas}.
 * @param query What the indexes are asked; only latest versions that are not retracted.
 * @param destination Endpoint of a directory at the site that is asked. Such as {@code bdm://south/in}.
 * @param options Options of the jobs that it makes; null: every option has its default.
 * @param acceptIncomplete True to replicate a dataset although an index did not answer in full; null means false.
 * @param everySeconds Seconds from one run to the next, 60 to 31,622,400; null means 21,600 (6 hours). Within {@code 60..31622400}. Such as
 * {@code 21600}.
 * @param onNewVersion Whether a new version is replicated (default), or only reported as an event. One of {@code NewVersion}.
 * @param onRetracted What happens to held files when their version is retracted; null: what the server is set to. One of {@code
 * HoldingPolicy}.
 * @param onSuperseded What happens to held files when a newer version has taken their place; null: what the server is set to. One of {@code
 * HoldingPolicy}.
 * @param needsApproval True to make a request for approval instead of a job; null means false.
 * @param maxBytesPerRun Most bytes that one run takes, at least 1; the rest is left to the next run. null for no cap. Such as {@code
 * 5000000000000}.
 * @param maxDatasetsPerRun Most dataset versions that one run takes, at least 1; null for no cap. Such as {@code 500}.
 * @param confirmBytes runBytes that a plan of the same subscription showed, for one over the limit of the site; null for none. Such as
 * {@code 28000000000000}.
 * @param yes True takes any size; null means false. Such as {@code False}.
 */
public record CreateSubscription(
        @Nullable String label,
        DatasetQuery query,
        String destination,
        @Nullable JobOptions options,
        @Nullable Boolean acceptIncomplete,
        @Nullable Long everySeconds,
        @Nullable String onNewVersion,
        @Nullable String onRetracted,
        @Nullable String onSuperseded,
        @Nullable Boolean needsApproval,
        @Nullable Long maxBytesPerRun,
        @Nullable Long maxDatasetsPerRun,
        @Nullable Long confirmBytes,
        @Nullable Boolean yes) {
    /** Refuses a message that lacks what it cannot do without. */
    public CreateSubscription {
        Objects.requireNonNull(query, "query is missing");
        Objects.requireNonNull(destination, "destination is missing");
    }
}
