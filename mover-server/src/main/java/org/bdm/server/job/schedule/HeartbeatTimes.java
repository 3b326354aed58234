package org.bdm.server.job.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The times at which a lease has to be renewed. A wall clock that is set back delays none: the monotonic clock counts. One that is set forward
 * makes one due at once, since leases of an H2 catalog count by it. Belongs to one thread.
 */
public final class HeartbeatTimes {
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Duration between;
    private Instant next;
    private long nextNanos;

    /**
     * The first one is due after a third of the lease.
     *
     * @param nanoTime monotonic clock, in nanoseconds
     */
    public HeartbeatTimes(Clock clock, LongSupplier nanoTime, Duration lease) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.between = lease.dividedBy(3);
        this.next = clock.instant().plus(between);
        this.nextNanos = nanoTime.getAsLong() + between.toNanos();
    }

    /** True once for each time that is due; the next one follows after a third of the lease. */
    public boolean isDue() {
        Instant now = clock.instant();
        long nowNanos = nanoTime.getAsLong();
        if (nowNanos - nextNanos < 0 && now.isBefore(next)) return false;
        next = now.plus(between);
        nextNanos = nowNanos + between.toNanos();
        return true;
    }

    /** One is due now. */
    public void hurry() {
        nextNanos = nanoTime.getAsLong();
    }
}
