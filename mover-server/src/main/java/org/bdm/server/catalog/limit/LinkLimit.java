package org.bdm.server.catalog.limit;

import java.time.Instant;

/**
 * The limit of one link to this site.
 *
 * @param source name of a site, host of a data node, or {@value #EVERYTHING}
 * @param bytesPerSecondMax 0 is no limit
 * @param streamsMax 0 is no limit
 * @param filesMax under way at once, of whole sessions; 0 is no limit
 * @param note for people; may be empty
 * @param changedBy who set it last
 */
public record LinkLimit(
        String source,
        long bytesPerSecondMax,
        int streamsMax,
        int filesMax,
        String note,
        String changedBy,
        Instant changedAt) {
    /** The source of the limit for everything that comes to this site. */
    public static final String EVERYTHING = "*";

    /** The longest name of a source. */
    public static final int SOURCE_LENGTH_MAX = 255;

    /** The longest note. */
    public static final int NOTE_LENGTH_MAX = 1000;

    /** Returns the same limit of another source. */
    public LinkLimit at(String other) {
        return new LinkLimit(other, bytesPerSecondMax, streamsMax, filesMax, note, changedBy, changedAt);
    }

    /** True for the limit of everything that comes to this site. */
    public boolean isOfEverything() {
        return source.equals(EVERYTHING);
    }
}
