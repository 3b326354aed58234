package org.bdm.server.catalog.settings;

/**
 * The order in which the chunks of a job are handed out that nobody has begun. A chunk has its place by all of its files: within it they go as
 * they were listed.
 */
public enum ChunkOrder {
    /** As they were listed. */
    LISTED,
    /** Those with the smallest files on average first. */
    SMALLEST,
    /** Those with the largest files on average first. */
    LARGEST,
    /** In turn one with the largest files on average and one with the smallest. */
    MIXED,
    /** Those with the oldest file first. */
    OLDEST;

    /**
     * Returns the turn of a chunk; lower turns go first, and equal ones as they were listed.
     *
     * @param files at least 1
     * @param bytes of all files
     * @param oldest time of the oldest file in seconds since 1970
     */
    public long turn(int files, long bytes, long oldest) {
        return switch (this) {
            case LISTED -> 0;
            case SMALLEST, MIXED -> bytes / files;
            case LARGEST -> -(bytes / files);
            case OLDEST -> oldest;
        };
    }
}
