package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A copy that its data node did not have when it was asked last.
 *
 * @param occasions that count: each at least 5 days after the one before; 3 make it permanent
 * @param firstSeen when it was missing first
 * @param lastSeen when it was missing last
 * @param askedAgain before that it is not asked; null for one that is asked by every job
 */
public record MissingCopyView(
        int occasions,
        Instant firstSeen,
        Instant lastSeen,
        @Nullable Instant askedAgain) {}
