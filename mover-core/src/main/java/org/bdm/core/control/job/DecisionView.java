package org.bdm.core.control.job;

import java.time.Instant;

/**
 * Something the program decided by itself.
 *
 * @param at When it was decided; for a present state, the time of the answer.
 * @param text What was done and why, as a sentence. Such as {@code 12 files, 524288 bytes, came from bdm://north/data}.
 */
public record DecisionView(Instant at, String text) {
    /**
     * A change of a number of workers that a running transfer decided; it never changes afterwards.
     *
     * @param number Number of the decision in its job, from 1; also the cursor. Within {@code 1..}. Such as {@code 3}.
     * @param at When it was decided.
     * @param source The site, or the host of the data node, that the session reads from. Such as {@code north}.
     * @param stage Whose number was changed. One of {@code AdaptedStage}.
     * @param before The number until then, at least 1. Within {@code 1..}. Such as {@code 4}.
     * @param after The number from then on, at least 1. Within {@code 1..}. Such as {@code 5}.
     * @param bytesPerSecond Bytes per second that were written in the interval before, at least 0. Such as {@code 104857600}.
     * @param text What was done and why, as a sentence. Such as {@code 5 streams instead of 4 are tried: the network is busy 92 % of the
     * time}.
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
