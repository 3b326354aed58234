package org.bdm.core.source.bdm;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one at a time, in the order given, on threads that are shared: the owner of a source's state. What waits is bounded by what is
 * outstanding: every task is an answer to something that was asked for, or a call of the owner of the source.
 */
final class SerialLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SerialLoop.class);
    private static final int TASKS_PER_TURN = 256;

    private final ScheduledExecutorService threads;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    SerialLoop(ScheduledExecutorService threads) {
        this.threads = threads;
    }

    /** Any thread. */
    void execute(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) next();
    }

    /** Any thread. Who no longer wants the task looks for that when it runs. */
    void executeAfter(long delayMillis, Runnable task) {
        try {
            ScheduledFuture<?> unused = threads.schedule(() -> execute(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a source", e);
        }
    }

    private void next() {
        try {
            threads.execute(this::turn);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a source", e);
            turn(); // what waits holds blocks: it must hear of the end
        }
    }

    private void turn() {
        int done = 0;
        int open = waiting.get();
        while (done < TASKS_PER_TURN && done < open) {
            Runnable task = tasks.poll();
            if (task == null) throw new IllegalStateException("fewer tasks than counted");
            done++;
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("a task of a source failed", e);
            }
        }
        if (waiting.addAndGet(-done) != 0) next();
    }
}
