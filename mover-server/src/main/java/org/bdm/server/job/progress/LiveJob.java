package org.bdm.server.job.progress;

import org.bdm.core.fetch.BytesUnderWay;

/**
 * The running work on one job, beyond what the catalog knows.
 *
 * @param filesActive files whose bytes arrive; the catalog counts them as PENDING
 * @param filesVerifying files being verified or placed; the catalog counts them as PENDING
 * @param bytesPerSecond payload over the last seconds
 * @param filesPerSecond files ended over the last seconds
 * @param streams open data streams
 * @param bytes of files that have not ended: the catalog does not know them yet
 * @param limitedBy the stage that limits now, or the limit that a person set, as text; empty if nothing is known
 * @param limit what limits with the numbers that show it, to follow "limited by"; empty if nothing is known
 */
public record LiveJob(
        int filesActive,
        int filesVerifying,
        long bytesPerSecond,
        double filesPerSecond,
        int streams,
        BytesUnderWay bytes,
        String limitedBy,
        String limit) {
    /** With no more than a word, or a text, for what limits. */
    public LiveJob(
            int filesActive,
            int filesVerifying,
            long bytesPerSecond,
            double filesPerSecond,
            int streams,
            BytesUnderWay bytes,
            String limitedBy) {
        this(filesActive, filesVerifying, bytesPerSecond, filesPerSecond, streams, bytes, limitedBy, limitedBy);
    }

    /** Nothing runs. */
    public static final LiveJob NONE = new LiveJob(0, 0, 0, 0, 0, BytesUnderWay.NONE, "");

    /** True if files are under way, or were in the last seconds: between two chunks of small files there may be none. */
    public boolean isMoving() {
        return filesActive > 0 || filesVerifying > 0 || filesPerSecond > 0;
    }

    /** The work of two nodes together; the stage that limits is that of the first that knows one. */
    public LiveJob plus(LiveJob other) {
        return new LiveJob(
                filesActive + other.filesActive,
                filesVerifying + other.filesVerifying,
                bytesPerSecond + other.bytesPerSecond,
                filesPerSecond + other.filesPerSecond,
                streams + other.streams,
                bytes.plus(other.bytes),
                limitedBy.isEmpty() ? other.limitedBy : limitedBy,
                limitedBy.isEmpty() ? other.limit : limit);
    }

    LiveJob with(BytesUnderWay other) {
        return new LiveJob(
                filesActive, filesVerifying, bytesPerSecond, filesPerSecond, streams, other, limitedBy, limit);
    }
}
