package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * A dataset version in a plan of removal, as it was when the plan was made.
 *
 * @param state {@code SUPERSEDED} or {@code RETRACTED}
 * @param reason who says what against it
 * @param newer the version that takes its place; null for none
 * @param newerFiles how many files that has; 0 if nobody knows
 * @param newerVerified how many of them have a digest that was computed here
 * @param newerEvidence the weakest evidence among these
 * @param elsewhere data nodes that are said to hold this version, separated by commas
 * @param files how many of its files are in the plan
 */
public record PurgeDatasetView(
        String dataset,
        String state,
        String reason,
        @Nullable String newer,
        int newerFiles,
        int newerVerified,
        @Nullable String newerEvidence,
        String elsewhere,
        long files,
        long bytes) {}
