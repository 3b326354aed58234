package org.bdm.server.catalog.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event in the life of a held file, with what was known before it.
 *
 * @param before the holding as it was; its digests are what the event displaced, or put in doubt
 * @param by a person, {@code job-7}, {@code survey-3}, or {@code scrub}
 * @param reason what a person said, or what was seen
 */
public record HistoryEntry(HistoryEvent event, Instant at, String by, String reason, Holding before) {
    /** The entry of an event; null if nothing was held before it. */
    public static @Nullable HistoryEntry of(
            HistoryEvent event, Instant at, String by, String reason, @Nullable Holding before) {
        return before == null ? null : new HistoryEntry(event, at, by, reason, before);
    }
}
