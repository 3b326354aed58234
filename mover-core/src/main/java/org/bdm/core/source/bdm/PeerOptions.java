package org.bdm.core.source.bdm;

import java.time.Duration;

/**
 * How a peer is asked.
 *
 * @param streams streams that are kept open, 1 to 64
 * @param blockBytesMax largest block that we can take: payload size of our cache
 * @param reconnectFor how long no stream may be open before the source is given up
 * @param answerTimeout how long a listing, a status or a digest may be without any progress
 */
public record PeerOptions(int streams, int blockBytesMax, Duration reconnectFor, Duration answerTimeout) {
    /** Checks the ranges. */
    public PeerOptions {
        if (streams < 1 || streams > 64) throw new IllegalArgumentException("streams are not 1 to 64: " + streams);
        if (blockBytesMax < 4096) throw new IllegalArgumentException("blocks are too small: " + blockBytesMax);
    }

    /** Two streams between hosts, one on loopback; 60 seconds to reconnect, 30 seconds for an answer. */
    public static PeerOptions of(boolean loopback, int blockBytesMax) {
        return new PeerOptions(loopback ? 1 : 2, blockBytesMax, Duration.ofSeconds(60), Duration.ofSeconds(30));
    }
}
