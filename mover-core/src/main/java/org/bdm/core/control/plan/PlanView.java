package org.bdm.core.control.plan;

import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.control.job.DurationEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Result of a dry run; it changes nothing.
 *
 * @param state {@code RUNNING}, {@code DONE} or {@code FAILED}
 * @param problem why it failed; of one that is DONE, why a job of the same arguments would be refused
 * @param files in all
 * @param bytes in all
 * @param filesToMove after what is there already
 * @param filesInConflict the destination has other content
 * @param filesWithoutReplica no live source
 * @param freeBytesNow at the destination
 * @param peakBytes the most the job needs at once
 * @param estimate null while the plan runs
 * @param errors the first entries that would fail
 * @param replicas what is known of the datasets; null for other jobs
 * @param bytesOfOtherJobs what other jobs have still to write into the same export; it needs the free bytes too
 * @param routes files to transfer by link, the one with the most bytes first; at most 100
 * @param sizes files to transfer by size, the smallest first
 * @param freeInodesNow at the destination; null if the file system has no such limit, or does not tell
 * @param filesOfOtherJobs files that other jobs have still to write into the same export; null while nobody knows
 * @param hardLinks files that are hard links of others at the source; null if there are none, and where the source does not tell
 */
public record PlanView(
        String id,
        String state,
        @Nullable Problem problem,
        long files,
        long bytes,
        long filesToMove,
        long bytesToMove,
        long filesSame,
        long filesInConflict,
        long filesWithoutReplica,
        @Nullable Long freeBytesNow,
        @Nullable Long peakBytes,
        @Nullable DurationEstimate estimate,
        List<ProblemEntry> errors,
        @Nullable ReplicaPlanView replicas,
        @Nullable Long bytesOfOtherJobs,
        List<PlanRouteView> routes,
        List<PlanSizeView> sizes,
        @Nullable Long freeInodesNow,
        @Nullable Long filesOfOtherJobs,
        @Nullable PlanLinksView hardLinks) {
    /** An absent list is an empty one. */
    public PlanView {
        routes = routes == null ? List.of() : List.copyOf(routes);
        sizes = sizes == null ? List.of() : List.copyOf(sizes);
        errors = errors == null ? List.of() : List.copyOf(errors);
    }
}
