package org.bdm.server.app;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for turns of loops, and one for timers. A pool that does both wakes two of its threads for each turn while a timer is set: one
 * takes the turn, another one goes on waiting for the timer.
 */
final class LoopThreads extends ScheduledThreadPoolExecutor {
    private final ExecutorService turns;

    LoopThreads(int threads) {
        super(1, NamedThreads.of("timer"));
        turns = new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), NamedThreads.of("loop"));
    }

    /** Runs a task without delay; it does not count as a timer. */
    @Override
    public void execute(Runnable task) {
        turns.execute(task);
    }

    /** As of the super class; turns that wait are done. */
    @Override
    public void shutdown() {
        super.shutdown();
        turns.shutdown();
    }

    /** Timers that are set are dropped; turns that wait are done, since what they hold must be given back. */
    @Override
    public List<Runnable> shutdownNow() {
        turns.shutdown();
        return super.shutdownNow();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(timeout);
        return super.awaitTermination(timeout, unit)
                && turns.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
}
