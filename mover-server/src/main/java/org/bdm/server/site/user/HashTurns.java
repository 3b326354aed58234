package org.bdm.server.site.user;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Lets two hashes be computed at once and eight more wait, in the order in which they came: each takes 19 MiB and a processor. Any thread. */
final class HashTurns {
    static final int AT_ONCE = 2;
    static final int WAITING_MAX = 8;

    private final Semaphore turns = new Semaphore(AT_ONCE, true);
    private final AtomicInteger inside = new AtomicInteger();

    /** Waits for a turn and does the work on this thread; TOO_MANY_REQUESTS if eight wait already. */
    <T> T take(Supplier<T> work) {
        try {
            if (inside.incrementAndGet() > AT_ONCE + WAITING_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_MANY_REQUESTS, "as many passwords are being checked as may be at once");
            }
            turns.acquire();
            try {
                return work.get();
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "the service is stopping", e);
        } finally {
            inside.decrementAndGet();
        }
    }

    /** Those that have a turn or wait for one. */
    int inside() {
        return inside.get();
    }
}
