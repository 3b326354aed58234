package org.bdm.server.holding.survey;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Keeps reading at a rate: after each piece it waits until the bytes read so far may have been read. Time that was not used is not made up for,
 * beyond a tenth of a second. Any thread: all that read wait for the one rate.
 */
final class ScrubPace {
    private static final long CREDIT_NANOS = Duration.ofMillis(100).toNanos();
    private static final double SECOND_NANOS = 1e9;

    private final LongSupplier nanoTime;
    private final Waiting waiting;
    private long bytesPerSecond = 1;
    private long allowedAt;

    /** Lets the calling thread wait. */
    interface Waiting {
        /** Waits so many nanoseconds; returns earlier, with the thread still interrupted, if it is interrupted. */
        void nanos(long nanos);
    }

    /** With a monotonic clock in nanoseconds. */
    ScrubPace(LongSupplier nanoTime, Waiting waiting) {
        this.nanoTime = nanoTime;
        this.waiting = waiting;
        this.allowedAt = nanoTime.getAsLong();
    }

    /** Goes on at another rate, at least 1 byte per second. */
    synchronized void set(long rate) {
        bytesPerSecond = Math.max(1, rate);
    }

    /** Waits until this many bytes more may have been read. */
    void read(int bytes) {
        long now = nanoTime.getAsLong();
        long until = allowedAfter(now, bytes);
        if (until > now) waiting.nanos(until - now);
    }

    private synchronized long allowedAfter(long now, int bytes) {
        long from = Math.max(allowedAt, now - CREDIT_NANOS);
        allowedAt = from + Math.round(bytes * SECOND_NANOS / bytesPerSecond);
        return allowedAt;
    }
}
