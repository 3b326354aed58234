package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * Sets the limit of a link, an export or a node; what is null or absent stays as it is.
 *
 * @param maxRateInBytesPerSecond Limit of what comes into it, or over the link, in bytes per second; 0 removes it, null leaves it. Within
 * {@code 0..}. Such as {@code 250000000}.
 * @param maxRateOutBytesPerSecond Limit of what is sent from it, or over the link, in bytes per second; 0 removes it, null leaves it. Within
 * {@code 0..}. Such as {@code 125000000}.
 * @param maxStreams Limit of open data streams, or of connections to a data node; 0 removes it, null leaves it. Refused for an export. Within
 * {@code 0..}. Such as {@code 8}.
 * @param maxActiveFiles Limit of files that come at once; 0 removes it, null leaves it. Within {@code 0..}. Such as {@code 64}.
 * @param note For people, at most 1,000 characters; null leaves it. Such as {@code slow disks}.
 */
public record SetLimit(
        @Nullable Long maxRateInBytesPerSecond,
        @Nullable Long maxRateOutBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        @Nullable String note) {
    /** Changes nothing. */
    public static final SetLimit NOTHING = new SetLimit(null, null, null, null, null);
}
