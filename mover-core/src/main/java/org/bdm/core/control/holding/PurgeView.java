package org.bdm.core.control.holding;

import java.time.Instant;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A plan of removal.
 *
 * @param selection what it was made of, in words
 * @param state {@code BUILDING}, {@code OPEN}, {@code EXPIRED}, {@code APPLYING}, {@code APPLIED}, {@code FAILED}, {@code DISCARDED},
 *     {@code RESTORING}, {@code RESTORED}, {@code PARTLY_RESTORED}, {@code EMPTYING} or {@code EMPTIED}
 * @param files in it, of all datasets
 * @param bytes sum of their sizes
 * @param problem why it could not be made
 * @param expiresAt when it can no longer be applied
 * @param removedBytes sum of the sizes of the names that were removed; bytes that have other names are still there
 * @param keptFiles files that were not removed, each with a reason
 * @param quarantinedFiles removed files that are in the quarantine now; the other removed ones are deleted
 * @param mirror of a plan that a mirror job made; null for any other plan
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
        @Nullable MirrorPlanView mirror) {}
