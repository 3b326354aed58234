package org.bdm.core.source.bdm;

import java.time.Duration;

/**
 * Options for requests to a peer.
 *
 * @param streams streams that are kept open, 1 to 64
 * @param outstandingBytesMax bytes wanted and not yet arrived on one stream, unless the peer takes less
 * @param reconnectFor how long no stream may be open before the source is given up
 * @param answerTimeout how long a listing, a status or a digest may be without any progress
 * @param wantTimeout how long the oldest want of a stream may be without progress, in time in which that stream is read
 */
public record PeerOptions(
        int streams, long outstandingBytesMax, Duration reconnectFor, Duration answerTimeout, Duration wantTimeout) {
    /** Checks the ranges. */
    public PeerOptions {
        if (streams < 1 || streams > 64) throw new IllegalArgumentException("streams are not 1 to 64: " + streams);
        if (outstandingBytesMax < 1 << 20) {
            throw new IllegalArgumentException("less than 1 MiB may be requested ahead: " + outstandingBytesMax);
        }
    }

    /** Two streams between hosts, one on loopback; 256 MiB ahead, 60 s to reconnect, 30 s for an answer, 60 s for progress of a want. */
    public static PeerOptions of(boolean loopback) {
        return new PeerOptions(
                loopback ? 1 : 2, 256L << 20, Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(60));
    }
}
