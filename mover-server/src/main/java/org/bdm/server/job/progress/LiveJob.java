package org.bdm.server.job.progress;

import org.bdm.core.fetch.BytesUnderWay;

/**
 * The running work on one job, beyond what the catalog knows.
 *
 * @param filesActive files asked for and not ended; the catalog counts them as PENDING
 * @param filesVerifying files being verified or placed; the catalog counts them as PENDING
 * @param bytesPerSecond payload over the last seconds
 * @param filesPerSecond files ended over the last seconds
 * @param streams open data streams
 * @param bytes of files that have not ended: the catalog does not know them yet
 * @param limitedBy the stage that limits now; empty if nothing is known
 */
public record LiveJob(
        int filesActive,
        int filesVerifying,
        long bytesPerSecond,
        double filesPerSecond,
        int streams,
        BytesUnderWay bytes,
        String limitedBy) {
    /** Nothing runs. */
    public static final LiveJob NONE = new LiveJob(0, 0, 0, 0, 0, BytesUnderWay.NONE, "");

    /** The work of two nodes together; the stage that limits is that of the first that knows one. */
    public LiveJob plus(LiveJob other) {
        return new LiveJob(
                filesActive + other.filesActive,
                filesVerifying + other.filesVerifying,
                bytesPerSecond + other.bytesPerSecond,
                filesPerSecond + other.filesPerSecond,
                streams + other.streams,
                bytes.plus(other.bytes),
                limitedBy.isEmpty() ? other.limitedBy : limitedBy);
    }

    LiveJob with(BytesUnderWay other) {
        return new LiveJob(filesActive, filesVerifying, bytesPerSecond, filesPerSecond, streams, other, limitedBy);
    }
}
