package org.bdm.core.source.bdm;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one at a time, in the order given, on threads that are shared: the owner of a source's state. What waits is bounded by those who
 * give the tasks: of each stream so many frames as {@link Connection} lets wait before it stops reading; the rest are calls of the owner of
 * the source.
 */
final class SerialLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SerialLoop.class);
    private static final int TASKS_PER_TURN = 256;

    private final ScheduledExecutorService threads;
    private final Consumer<Throwable> onDefect;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param onDefect hears, as a part of the turn, what a task threw: the loop goes on, the source should not */
    SerialLoop(ScheduledExecutorService threads, Consumer<Throwable> onDefect) {
        this.onDefect = onDefect;
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
            run(task);
        }
        if (waiting.addAndGet(-done) != 0) next();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) { // whatever it is: it ends the source, and not the loop
            LOG.error("a task of a source failed", e);
            tell(e);
        }
    }

    private void tell(Throwable defect) {
        try {
            onDefect.accept(defect);
        } catch (Throwable e) {
            LOG.error("a source could not be ended", e);
        }
    }
}
