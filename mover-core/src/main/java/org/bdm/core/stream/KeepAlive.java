package org.bdm.core.stream;

/**
 * Decides when to send a PING and when the peer is dead. Only readable time counts: time in which this end was reading. Both ends send
 * something at least every {@code pingAfter}, also while they do not read, so that an end whose disk is slow stays alive for the other.
 * Belongs to one thread,
 * but for what is named so.
 */
final class KeepAlive {
    /** Decision of a tick. */
    enum Verdict {
        NOTHING,
        PING,
        DEAD
    }

    private final long pingAfterNanos;
    private final long deadAfterNanos;

    private boolean reading = true;
    private long readable;
    private volatile long readableNanos; // as readable, for other threads
    private long settledAt;
    private long silent;
    private volatile long silentNanos; // as silent, for other threads
    private long sincePingNanos;
    private long sinceSentNanos;

    KeepAlive(long pingAfterNanos, long deadAfterNanos, long now) {
        this.pingAfterNanos = pingAfterNanos;
        this.deadAfterNanos = deadAfterNanos;
        settledAt = now;
    }

    /** Time in which this end was reading, as of the last tick or change. Any thread. */
    long readableNanos() {
        return readableNanos;
    }

    /** The part of it since the last byte of the peer. Any thread. */
    long silentNanos() {
        return silentNanos;
    }

    /** Returns the period in which {@link #tick} must be called. */
    long tickNanos() {
        return pingAfterNanos / 4;
    }

    /** Bytes of the peer arrived. */
    void heard() {
        silent = 0;
        silentNanos = 0;
        sincePingNanos = 0;
    }

    /** A frame went to the kernel. */
    void sent() {
        sinceSentNanos = 0;
    }

    void readingStops(long now) {
        settle(now);
        reading = false;
    }

    void readingStarts(long now) {
        settle(now);
        reading = true;
    }

    Verdict tick(long now) {
        settle(now);
        if (silent >= deadAfterNanos) return Verdict.DEAD;
        boolean isSilent = silent >= pingAfterNanos && sincePingNanos >= pingAfterNanos;
        if (!isSilent && sinceSentNanos < pingAfterNanos) return Verdict.NOTHING;
        sincePingNanos = 0;
        sinceSentNanos = 0;
        return Verdict.PING;
    }

    /** A tick that comes late says that this process stood still, not that the peer was silent: at most two ticks are counted. */
    private void settle(long now) {
        long passed = Math.max(0, Math.min(now - settledAt, 2 * tickNanos()));
        settledAt = now;
        sinceSentNanos += passed;
        sincePingNanos += passed;
        if (!reading) return;
        silent += passed;
        silentNanos = silent;
        readable += passed;
        readableNanos = readable;
    }
}
