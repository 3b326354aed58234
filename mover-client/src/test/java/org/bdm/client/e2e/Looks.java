package org.bdm.client.e2e;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Looks again and again on a thread of its own, which may have to wait for answers; {@link #close} waits for the last look. */
final class Looks implements AutoCloseable {
    interface Look {
        void now() throws IOException;
    }

    private final Look look;
    private final Duration between;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "looks");
    private volatile Throwable failure;

    /** Begins. */
    Looks(Duration between, Look look) {
        this.between = between;
        this.look = look;
        thread.start();
    }

    private void run() {
        try {
            while (!isOver.get()) {
                look.now();
                LockSupport.parkNanos(between.toNanos());
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Fails if a look has failed. */
    void assertWell() {
        if (failure != null) throw new AssertionError("a look failed", failure);
    }

    @Override
    public void close() {
        isOver.set(true);
        try {
            thread.join(Duration.ofMinutes(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
