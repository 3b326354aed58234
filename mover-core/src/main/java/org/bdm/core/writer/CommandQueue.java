package org.bdm.core.writer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.worker.Workers;

/** Commands for workers, until it is closed. With one worker they are done in the order they were posted. Posting is safe on any thread. */
final class CommandQueue {
    /** Without a bound of its own: what it holds is counted in loans, or by {@link BlockWriter#COMMANDS_MAX}. */
    private final Workers workers;

    private final String name;
    private final AtomicInteger bounded = new AtomicInteger();

    /** Commands that have not ended; counted from {@link Integer#MIN_VALUE} once it is closed. */
    private final AtomicInteger open = new AtomicInteger();

    private final CountDownLatch done = new CountDownLatch(1);

    CommandQueue(String name, Workers workers) {
        this.name = name;
        this.workers = workers;
    }

    /** Queues the command; returns false after {@link #close}, when it will not run. For commands that are bounded otherwise. */
    boolean post(Runnable command) {
        int before = open.getAndUpdate(count -> count < 0 ? count : count + 1);
        if (before < 0) return false;
        workers.execute(() -> run(command));
        return true;
    }

    private void run(Runnable command) {
        try {
            command.run();
        } finally {
            if (open.decrementAndGet() == Integer.MIN_VALUE) done.countDown();
        }
    }

    /** As {@link #post}, for commands that hold no loan. */
    void postBounded(Runnable command) {
        if (bounded.incrementAndGet() > BlockWriter.COMMANDS_MAX) {
            bounded.decrementAndGet();
            throw new MoverException(
                    ErrorCode.INTERNAL, "more than " + BlockWriter.COMMANDS_MAX + " commands wait for " + name);
        }
        post(() -> {
            bounded.decrementAndGet();
            command.run();
        });
    }

    /** Time that commands took so far. */
    long busyNanos() {
        return workers.busyNanos();
    }

    /** Takes no more commands, and waits until those that were taken are done. */
    void close() {
        int before = open.getAndUpdate(count -> count < 0 ? count : count + Integer.MIN_VALUE);
        if (before == 0) done.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // the files must not be closed under a worker that writes them
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
