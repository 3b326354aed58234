package org.bdm.core.destination.object;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * The time in which a store may come to itself.
 *
 * @param clock by which waiting ends
 * @param pause waits on the thread that calls it
 */
public record StoreWait(Clock clock, Pause pause) {
    /** Waits. */
    @FunctionalInterface
    public interface Pause {
        /** Returns after so long; a thread that is interrupted throws STOPPING and stays interrupted. */
        void during(Duration time);
    }

    /** Waits by sleeping. */
    public static StoreWait asleep(Clock clock) {
        return new StoreWait(clock, StoreWait::sleep);
    }

    private static void sleep(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (Thread.currentThread().isInterrupted())
                throw new MoverException(ErrorCode.STOPPING, "the wait for a store was interrupted");
            LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
        }
    }

    Instant now() {
        return clock.instant();
    }
}
