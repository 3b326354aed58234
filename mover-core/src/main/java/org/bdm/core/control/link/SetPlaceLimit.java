package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * Sets the limit of an export or of a node; an absent part stays as it is, 0 removes it.
 *
 * @param maxRateInBytesPerSecond of what comes into it
 * @param maxRateOutBytesPerSecond of what is sent from it
 * @param maxStreams of new sessions of a node
 * @param maxActiveFiles files that are transferred into it at once
 * @param note for people, at most 1,000 characters
 */
public record SetPlaceLimit(
        @Nullable Long maxRateInBytesPerSecond,
        @Nullable Long maxRateOutBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        @Nullable String note) {
    /** Changes nothing. */
    public static final SetPlaceLimit NOTHING = new SetPlaceLimit(null, null, null, null, null);
}
