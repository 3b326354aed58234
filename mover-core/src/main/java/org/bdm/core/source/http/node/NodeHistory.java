package org.bdm.core.source.http.node;

import java.time.Instant;
import java.util.Optional;

/**
 * State of a data node that is kept over a restart.
 *
 * @param node host, with its port where that is unusual
 * @param rate what one connection brought, if that was measured in the last 30 days
 * @param trouble the last one; empty if there was a success since
 */
public record NodeHistory(String node, Optional<Rate> rate, Optional<Trouble> trouble) {
    /**
     * A smoothed rate.
     *
     * @param measuredAt when bytes came last, to the millisecond
     */
    public record Rate(long bytesPerSecond, Instant measuredAt) {}

    /**
     * Why the node was not as it should be.
     *
     * @param reason for people
     * @param countsUntil when its copies are asked as those of others again, to the millisecond
     */
    public record Trouble(String reason, Instant countsUntil) {}

    /** True when anything is known at all. */
    public boolean isEmpty() {
        return rate.isEmpty() && trouble.isEmpty();
    }
}
