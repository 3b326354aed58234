package org.bdm.core.plan;

/**
 * Limits of the planner.
 *
 * @param blockBytes assignments are cut at multiples of this offset
 * @param packableBytesMax files up to this size are asked for whole, many to a block
 * @param undividedBytesMax files up to this size of which nothing was asked for are asked for whole, too
 * @param assignmentBytesMax most bytes of one assignment, at least one block
 * @param openGiantsMax most files larger than one assignment that are under way at once
 * @param oneAtATime of a file nothing more is asked for until what was asked for has been {@linkplain Planner#answered answered}
 */
public record PlanLimits(
        int blockBytes,
        int packableBytesMax,
        long undividedBytesMax,
        long assignmentBytesMax,
        int openGiantsMax,
        boolean oneAtATime) {
    /** Most ranges of one assignment: what a request may carry, with room to spare. */
    static final int RANGES_MAX = 256;

    /** Refuses limits with which nothing could be asked for. */
    public PlanLimits {
        if (blockBytes < 1) throw new IllegalArgumentException("block is not positive: " + blockBytes);
        if (packableBytesMax < 0) throw new IllegalArgumentException("packable is negative: " + packableBytesMax);
        if (undividedBytesMax < 0) throw new IllegalArgumentException("undivided is negative: " + undividedBytesMax);
        if (assignmentBytesMax < blockBytes) {
            throw new IllegalArgumentException("an assignment is smaller than a block: " + assignmentBytesMax);
        }
        if (openGiantsMax < 1)
            throw new IllegalArgumentException("at least one large file must be allowed: " + openGiantsMax);
    }
}
