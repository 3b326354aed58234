package org.bdm.core.control.dataset;

import java.util.Objects;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * A standing query.
 *
 * @param query what indexes are asked; latest versions that nobody withdrew
 * @param destination endpoint of a directory at the site that is asked
 * @param options of the jobs that it makes; null means every default
 * @param acceptIncomplete replicate a dataset although an index did not answer in full; null means false
 * @param everySeconds from one run to the next, at least 60; null means 21,600 (6 hours)
 * @param onNewVersion {@code replicate} (when null) or {@code tell}
 * @param onRetracted {@code keep}, {@code quarantine} or {@code list}; null for what the server does
 * @param onSuperseded the same for versions that a newer one took the place of
 * @param needsApproval make a request instead of a job; null means false
 * @param maxBytesPerRun at least 1; what does not fit is left to the next run; null for no cap
 * @param maxDatasetsPerRun the same for dataset versions
 * @param confirmBytes {@code runBytes} that a plan of the same subscription showed; for one over the limit of the site
 * @param yes take any size; null means false
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
