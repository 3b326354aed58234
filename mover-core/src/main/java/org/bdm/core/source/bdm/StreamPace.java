package org.bdm.core.source.bdm;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.bdm.core.rate.RateMeter;

/**
 * Limit of large files asked for ahead on one stream: what it brings in a second, and at least {@value #BYTES_MIN} bytes. A round trip is
 * shorter than that, so the stream is never idle. More would keep a new stream without work, and one that is too many open, for as long
 * as the slow streams need for what they were asked. Owner only.
 */
final class StreamPace {
    static final long BYTES_MIN = 16L << 20;
    private static final Duration AHEAD = Duration.ofSeconds(1);

    private final LongSupplier nanoTime;
    private final RateMeter arriving;
    private long bytesArrived;

    /** With a monotonic count of nanoseconds. */
    StreamPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.arriving = new RateMeter(AHEAD, nanoTime.getAsLong());
    }

    void arrived(long bytes) {
        arriving.add(bytes, nanoTime.getAsLong());
        bytesArrived += bytes;
    }

    /** All bytes since the stream was opened for this source. */
    long bytesArrived() {
        return bytesArrived;
    }

    /** Bytes of large files that may be outstanding now. */
    long bytesAhead() {
        return Math.max(BYTES_MIN, (long) arriving.perSecond(nanoTime.getAsLong()));
    }
}
