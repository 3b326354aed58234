package org.bdm.server.catalog.dataset;

import java.time.Instant;
import java.util.Optional;

/**
 * The signs that a standing query brings nothing.
 *
 * @param stateSince when it was paused or resumed last, else when it was made
 * @param hasFound whether it ever found a dataset
 */
public record SubscriptionSilence(
        long number,
        SubscriptionState state,
        Instant stateSince,
        Instant createdAt,
        long runs,
        Trouble trouble,
        boolean hasFound) {
    /**
     * The trouble of its runs.
     *
     * @param text that of the last run; empty if there was none
     * @param runs in a row that met trouble
     * @param since when the first of these began; empty without any
     */
    public record Trouble(String text, int runs, Optional<Instant> since) {}
}
