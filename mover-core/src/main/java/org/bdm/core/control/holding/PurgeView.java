package org.bdm.core.control.holding;

import java.time.Instant;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A removal plan.
 *
 * @param id Id of the plan. Such as {@code purge-2}.
 * @param selection What it was made of, in words. Such as {@code retracted, in export data}.
 * @param withoutSuccessor True if it takes superseded versions that have no complete, verified successor here.
 * @param state How far it is. One of {@code PurgeState}.
 * @param datasets Number of dataset versions in the plan, at least 0. Such as {@code 3}.
 * @param files Number of files in the plan, of all datasets, at least 0. Such as {@code 36}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 1572864000}.
 * @param problem Why the plan could not be made; null if it could.
 * @param expiresAt When it can no longer be applied.
 * @param appliedBy Owner of the token of whoever applied it; null before that. Such as {@code ann}.
 * @param begunAt When the removal began; null before that.
 * @param endedAt When every file was removed or kept; null before that.
 * @param removedFiles Number of files that were removed, at least 0. Such as {@code 36}.
 * @param removedBytes Sum of the sizes of the names that were removed, in bytes; bytes with other names are still there. Such as {@code
 * 1572864000}.
 * @param keptFiles Number of files that were not removed, each with a reason, at least 0. Such as {@code 0}.
 * @param quarantinedFiles Number of removed files that are in the quarantine now; the others are deleted. Such as {@code 0}.
 * @param quarantinedBytes Sum of the sizes of the files that are in the quarantine now, in bytes. Such as {@code 0}.
 * @param mirror The mirror job that made the plan; null for a plan of datasets.
 * @param note What the removal does in buckets that the plan has files of; null for directories alone. Such as {@code in s3://store/climate:
 * objects are deleted for good}.
 */
public record PurgeView(
        String id,
        String owner,
        String selection,
        boolean withoutSuccessor,
        String state,
        long datasets,
        long files,
        long bytes,
        @Nullable Problem problem,
        Instant createdAt,
        Instant expiresAt,
        @Nullable String appliedBy,
        @Nullable Instant begunAt,
        @Nullable Instant endedAt,
        long removedFiles,
        long removedBytes,
        long keptFiles,
        long quarantinedFiles,
        long quarantinedBytes,
        @Nullable MirrorPlanView mirror,
        @Nullable String note) {}
