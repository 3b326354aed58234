package org.bdm.server.catalog;

import java.util.List;
import org.bdm.core.checksum.Checksum;

/**
 * One line of what was asked: from where to where.
 *
 * @param source endpoint URL, names percent-escaped; at most 13,000 characters
 * @param destination endpoint URL in its one normal form, names percent-escaped; no two items of a job may have the same
 * @param recursive a tree; otherwise one file
 * @param size expected size in bytes; {@link #SIZE_UNKNOWN} if it was not given
 * @param digests what was published about the file; at most 4
 */
public record JobItem(String source, String destination, boolean recursive, long size, List<Checksum> digests) {
    /** No size was given. */
    public static final long SIZE_UNKNOWN = -1;

    static final int URL_LENGTH_MAX = 13_000;

    /** Copies the list. */
    public JobItem {
        digests = List.copyOf(digests);
        if (size < SIZE_UNKNOWN) throw new IllegalArgumentException("size is negative: " + size);
        if (digests.size() > 4) throw new IllegalArgumentException("more than four digests for " + destination);
        if (source.length() > URL_LENGTH_MAX || destination.length() > URL_LENGTH_MAX) {
            throw new IllegalArgumentException("an endpoint is longer than 13,000 characters");
        }
    }
}
