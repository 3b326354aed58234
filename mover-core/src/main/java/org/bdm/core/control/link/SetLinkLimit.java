package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * Sets the limit of one link; what is null or absent stays as it is.
 *
 * @param maxRateBytesPerSecond Limit of the rate in bytes per second; 0 removes it, null leaves it. Within {@code 0..}. Such as {@code
 * 250000000}.
 * @param maxStreams Limit of open data streams, or of connections to a data node; 0 removes it, null leaves it. Within {@code 0..}. Such as
 * {@code 8}.
 * @param maxActiveFiles Limit of files that are transferred at once; 0 removes it, null leaves it. Within {@code 0..}. Such as {@code 64}.
 * @param note For people, at most 1,000 characters; null leaves it. Such as {@code shared line}.
 */
public record SetLinkLimit(
        @Nullable Long maxRateBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        @Nullable String note) {
    /** Changes nothing. */
    public static final SetLinkLimit NOTHING = new SetLinkLimit(null, null, null, null);
}
