package org.bdm.core.source.bdm;

import java.time.Duration;
import org.bdm.core.source.StreamRange;

/**
 * Options for requests to a peer.
 *
 * @param streams streams that are kept open at first, 1 to 64
 * @param streamsMost streams up to which their number may be adapted while the source is open; the same number: it is not
 * @param outstandingBytesMax bytes wanted and not yet arrived on one stream, unless the peer takes less
 * @param reconnectFor how long no stream may be open before the source is given up
 * @param answerTimeout how long a listing, a status or a digest may be without any progress
 * @param wantTimeout how long the oldest want of a stream may be without progress, in time in which that stream is read
 */
public record PeerOptions(
        int streams,
        int streamsMost,
        long outstandingBytesMax,
        Duration reconnectFor,
        Duration answerTimeout,
        Duration wantTimeout) {
    /** Most streams of one source. */
    static final int STREAMS_MAX = 64;

    /** Checks the ranges. */
    public PeerOptions {
        if (streams < 1 || streams > STREAMS_MAX)
            throw new IllegalArgumentException("streams are not 1 to 64: " + streams);
        if (streamsMost < streams || streamsMost > STREAMS_MAX) {
            throw new IllegalArgumentException("at most " + streamsMost + " streams, beginning with " + streams);
        }
        if (outstandingBytesMax < 1 << 20) {
            throw new IllegalArgumentException("less than 1 MiB may be requested ahead: " + outstandingBytesMax);
        }
    }

    /** With a number of streams that does not change. */
    public PeerOptions(
            int streams,
            long outstandingBytesMax,
            Duration reconnectFor,
            Duration answerTimeout,
            Duration wantTimeout) {
        this(streams, streams, outstandingBytesMax, reconnectFor, answerTimeout, wantTimeout);
    }

    /** The numbers of streams that may be asked for. */
    StreamRange streamRange() {
        return new StreamRange(streams == streamsMost ? streams : 1, streams, streamsMost);
    }

    /** Two streams between hosts, one on loopback; 256 MiB ahead, 60 s to reconnect, 30 s for an answer, 60 s for progress of a want. */
    public static PeerOptions of(boolean loopback) {
        return new PeerOptions(
                loopback ? 1 : 2, 256L << 20, Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(60));
    }
}
