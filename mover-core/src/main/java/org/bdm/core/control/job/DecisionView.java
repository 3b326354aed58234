package org.bdm.core.control.job;

import java.time.Instant;

/**
 * Something the program decided by itself.
 *
 * @param text one sentence: what was done and why
 */
public record DecisionView(Instant at, String text) {
    /**
     * A change of a number of workers that a running transfer decided; never changed afterwards.
     *
     * @param number from 1 in its job; also the cursor
     * @param source the site or the host of the data node that the session reads from
     * @param stage {@code streams}, {@code readers}, {@code writers} or {@code hashers}
     * @param bytesPerSecond measured in the interval before
     * @param text one sentence: what was done and why
     */
    public record JobDecisionView(
            long number,
            Instant at,
            String source,
            String stage,
            int before,
            int after,
            long bytesPerSecond,
            String text) {}
}
