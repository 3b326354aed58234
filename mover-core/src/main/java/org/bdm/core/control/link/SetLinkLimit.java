package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * Sets the limit of one link; an absent part stays as it is.
 *
 * @param maxRateBytesPerSecond 0 removes it
 * @param maxStreams 0 removes it
 * @param maxActiveFiles 0 removes it
 * @param note for people, at most 1,000 characters
 */
public record SetLinkLimit(
        @Nullable Long maxRateBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        @Nullable String note) {
    /** Changes nothing. */
    public static final SetLinkLimit NOTHING = new SetLinkLimit(null, null, null, null);
}
