package org.bdm.core.source.bdm;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bdm.core.rate.RateMeter;

/**
 * Limit of large files asked for ahead on one stream: what it brings in a second, and at least {@value #BYTES_MIN} bytes. A round trip is
 * shorter than that, so the stream is never idle. More would keep a new stream without work, and one that is too many open, for as long
 * as the slow streams need for what they were asked. Owner only.
 */
final class StreamPace {
    static final long BYTES_MIN = 16L << 20;
    private static final Duration AHEAD = Duration.ofSeconds(1);

    private final Clock clock;
    private final RateMeter arriving;

    StreamPace(Clock clock) {
        this.clock = clock;
        this.arriving = new RateMeter(AHEAD, nanos());
    }

    private long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    void arrived(long bytes) {
        arriving.add(bytes, nanos());
    }

    /** Bytes of large files that may be outstanding now. */
    long bytesAhead() {
        return Math.max(BYTES_MIN, (long) arriving.perSecond(nanos()));
    }
}
