package org.bdm.core.control.plan;

import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.control.job.DurationEstimate;
import org.jspecify.annotations.Nullable;

/**
 * The outcome that a job would have; nothing is changed.
 *
 * @param id Id of the plan; it is known until 100 later ones began. Such as {@code plan-0123456789abcdef}.
 * @param state How far it is. One of {@code LookState}.
 * @param problem Why it failed; of a plan that is DONE, why a job like this would be refused. Null for neither.
 * @param files Number of files in all, at least 0. Such as {@code 1204}.
 * @param bytes Sum of the sizes of all files in bytes, at least 0. Such as {@code 52428800000}.
 * @param filesToMove Number of files to transfer, after what is there already, at least 0. Such as {@code 1200}.
 * @param bytesToMove Bytes to transfer, after what is there already, at least 0. Such as {@code 52427751424}.
 * @param filesSame Number of files that are the same at the destination already, at least 0. Such as {@code 4}.
 * @param filesInConflict Number of files for which the destination has other content, at least 0. Such as {@code 0}.
 * @param filesWithoutReplica Number of files that no source offers, at least 0. Such as {@code 0}.
 * @param freeBytesNow Free bytes at the destination; null if that is not known. Such as {@code 9007199254740992}.
 * @param peakBytes The most bytes that the job needs at once; null if that is not known. Such as {@code 52427751424}.
 * @param estimate How long the job would take; null if that cannot be told.
 * @param errors The first entries that would fail.
 * @param replicas What is known of the datasets; null for a job of trees or files.
 * @param bytesOfOtherJobs Bytes that other jobs have still to write into the same export; they need the free bytes, too. Null if nobody
 * knows. Such as {@code 330000000000}.
 * @param routes Files to transfer by link, the one with the most bytes first; at most 100.
 * @param sizes Files to transfer by size, the smallest first; at most 12 classes, empty ones between others included.
 * @param freeInodesNow Free inodes at the destination; null where its file system has no such limit, or does not tell. Such as {@code
 * 12000000}.
 * @param filesOfOtherJobs Number of files that other jobs have still to write into the same export; null if nobody knows yet. Such as
 * {@code 4200}.
 * @param hardLinks Files to transfer that are hard links of others at the source; null if there are none, or the source does not tell.
 * @param destinationNote What the job would say of its destination, of a bucket what a placed file means there; null of a directory. Such
 * as {@code export 'out' is a bucket: files are taken by the store, which does not tell whether they are on its disks}.
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
        @Nullable PlanLinksView hardLinks,
        @Nullable String destinationNote) {
    /** An absent list is an empty one. */
    public PlanView {
        routes = routes == null ? List.of() : List.copyOf(routes);
        sizes = sizes == null ? List.of() : List.copyOf(sizes);
        errors = errors == null ? List.of() : List.copyOf(errors);
    }
}
