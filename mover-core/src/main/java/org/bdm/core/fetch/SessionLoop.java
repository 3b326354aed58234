package org.bdm.core.fetch;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner of a session's state: runs tasks one at a time, in the order given, on threads that are shared. After each turn of tasks it runs
 * one step more, so that what many tasks call for (asking for more, telling outcomes) is done once. What waits is bounded by what is
 * outstanding: every task is a call of the session's owner, or a part of an answer to something that was asked for: a block that holds a
 * lease, a hole of at least 64 KiB or at the end of a range, or the end of an item.
 */
final class SessionLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLoop.class);
    private static final int TASKS_PER_TURN = 256;

    private final ScheduledExecutorService threads;
    private final Runnable afterTurn;
    private final Consumer<Throwable> onDefect;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * A loop.
     *
     * @param afterTurn runs after each turn, as a part of it
     * @param onDefect hears, as a part of the turn, what a task threw: a defect of the program
     */
    SessionLoop(ScheduledExecutorService threads, Runnable afterTurn, Consumer<Throwable> onDefect) {
        this.threads = threads;
        this.afterTurn = afterTurn;
        this.onDefect = onDefect;
    }

    /** Any thread. */
    void post(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) next();
    }

    /** Any thread. Who no longer wants the task looks for that when it runs. */
    void postAfter(long delayMillis, Runnable task) {
        try {
            var unused = threads.schedule(() -> post(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a session", e);
        }
    }

    private void next() {
        try {
            threads.execute(this::turn);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a session", e);
            turn(); // what waits holds blocks: they must be given back
        }
    }

    private void turn() {
        int count = Math.min(waiting.get(), TASKS_PER_TURN);
        for (int i = 0; i < count; i++) {
            Runnable task = tasks.poll();
            if (task == null) throw new IllegalStateException("fewer tasks than counted");
            run(task);
        }
        run(afterTurn);
        if (waiting.addAndGet(-count) != 0) next();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) { // whatever it is: it ends the session, and not the loop
            tell(e);
        }
    }

    private void tell(Throwable defect) {
        try {
            onDefect.accept(defect);
        } catch (Throwable e) {
            LOG.error("a session could not be ended", e);
        }
    }
}
