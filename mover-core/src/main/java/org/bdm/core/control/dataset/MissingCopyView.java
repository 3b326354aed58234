package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A copy that its data node did not have when it was asked last.
 *
 * @param occasions Number of times that count, each at least 5 days after the one before; with 3 the copy counts as missing for good. Such
 * as {@code 1}.
 * @param firstSeen When it was missing first.
 * @param lastSeen When it was missing last.
 * @param askedAgain When it is asked for again at the earliest; null if every job asks for it.
 */
public record MissingCopyView(
        int occasions,
        Instant firstSeen,
        Instant lastSeen,
        @Nullable Instant askedAgain) {}
