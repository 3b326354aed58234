package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.holding.HoldingView.KnownDigest;

/**
 * An event that displaced evidence of a held file, or put it in doubt, with what was known before.
 *
 * @param event The event: REPLACED, CHANGED, DAMAGED, DISPUTED, MISSING, RIGHT_AGAIN, ACCEPTED, AS_LISTED, LISTED_ANEW, FORGOTTEN, MOVED,
 * QUARANTINED, RESTORED, UNREADABLE or OTHER_DIRECTORY. Such as {@code CHANGED}.
 * @param at When it happened, or was seen.
 * @param by A person, a job, a survey, or scrub. Such as {@code survey-3}.
 * @param reason The reason that a person gave, or what was seen. Such as {@code size is 1000 and was 1024}.
 * @param state The state of the holding before. One of {@code HoldingState}.
 * @param size Size in bytes of the content that the evidence before it is of, at least 0. Such as {@code 43690133}.
 * @param modified Modification time of that content.
 * @param digests The digests that were known before.
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
