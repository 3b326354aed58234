package org.bdm.server.catalog.removal;

import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/**
 * One dataset version in a plan of removal, as it was when the plan was made.
 *
 * @param ordinal from 1, in the order in which they are removed
 * @param state RETRACTED or SUPERSEDED
 * @param reason who says what against it
 * @param newer the version that takes its place; null for none
 * @param newerFiles how many files that has; 0 if nobody knows
 * @param newerHeld how many of them are held here with a digest that was computed here
 * @param newerWeakest the weakest evidence among these; null for none
 * @param elsewhere data nodes that are said to hold this version, separated by commas; empty for none
 * @param files how many of its files are in the plan
 * @param bytes of these
 */
public record PurgeDataset(
        int ordinal,
        String instanceId,
        HoldingState state,
        String reason,
        @Nullable String newer,
        int newerFiles,
        int newerHeld,
        @Nullable DigestOrigin newerWeakest,
        String elsewhere,
        long files,
        long bytes) {}
