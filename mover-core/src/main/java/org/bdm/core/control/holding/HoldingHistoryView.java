package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.holding.HoldingView.KnownDigest;

/**
 * One event in the life of a held file, with what was known before it.
 *
 * @param event {@code REPLACED}, {@code CHANGED}, {@code DAMAGED}, {@code DISPUTED}, {@code MISSING}, {@code RIGHT_AGAIN}, {@code ACCEPTED},
 *     {@code AS_LISTED}, {@code LISTED_ANEW}, {@code FORGOTTEN}, {@code MOVED}, {@code QUARANTINED}, {@code RESTORED}, {@code UNREADABLE} or {@code OTHER_DIRECTORY}
 * @param at when it happened, or was seen
 * @param by a person, a job, a survey, or the scrub; empty if nobody is known
 * @param reason what a person said, or what was seen
 * @param state of the file before it
 * @param size of the bytes that the evidence before it is of
 * @param modified their time
 * @param digests what was known before it
 */
public record HoldingHistoryView(
        String event,
        Instant at,
        String by,
        String reason,
        String state,
        long size,
        Instant modified,
        List<KnownDigest> digests) {
    /** An absent list is an empty one. */
    public HoldingHistoryView {
        digests = digests == null ? List.of() : List.copyOf(digests);
    }
}
