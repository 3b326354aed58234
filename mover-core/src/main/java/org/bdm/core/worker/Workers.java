package org.bdm.core.worker;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one owner on threads that are shared: at most so many of its tasks run at once, and they begin in the order given. With one
 * worker they run one after the other, and each sees what those before it did. Any thread; takes no lock.
 *
 * <p>A worker is a place on the threads, taken when a task waits and fewer than the number work, and given up when none waits or the number
 * has become smaller. What waits has no bound here: those who give tasks bound them.
 */
public final class Workers implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int TASKS_PER_TURN_WITHIN = 16;

    private final Executor threads;
    private final @Nullable Workers whole; // that these are a part of
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger working = new AtomicInteger();
    private final LongAdder busyNanos = new LongAdder();
    private volatile int number;
    private volatile boolean haveThreadsEnded;

    /** So many workers on these threads, of which others have their turn after each task. */
    public Workers(Executor threads, int number) {
        this(threads, number, null);
    }

    private Workers(Executor threads, int number, @Nullable Workers whole) {
        this.threads = threads;
        this.number = checked(number);
        this.whole = whole;
    }

    /** Workers that are a part of these ones: what they do counts in both numbers. After some tasks they let others come that wait. */
    public Workers within(int numberOfPart) {
        return new Workers(this, numberOfPart, this);
    }

    private static int checked(int number) {
        if (number < 1) throw new IllegalArgumentException("less than one worker: " + number);
        return number;
    }

    /** The most tasks that run at once. */
    public int number() {
        return number;
    }

    /** Changes the number, at least 1. What runs beyond it ends, and no more of that many begins. */
    public void resize(int numberFromNowOn) {
        number = checked(numberFromNowOn);
        for (int i = working.get(); i < numberFromNowOn; i++) callWorker();
    }

    /** Time that ended tasks took so far, summed, in nanoseconds. */
    public long busyNanos() {
        return busyNanos.sum();
    }

    /**
     * Runs the task when a worker is free.
     *
     * @throws RejectedExecutionException if the threads have ended; tasks that waited then run once more, on another thread
     */
    @Override
    public void execute(Runnable task) {
        if (haveThreadsEnded) throw new RejectedExecutionException("the threads have ended");
        tasks.add(task);
        callWorker();
    }

    /** Lets one more work, if a task waits and the number allows it. */
    private void callWorker() {
        while (!tasks.isEmpty()) {
            int now = working.get();
            if (now >= number) return; // one that works sees the task before it leaves
            if (working.compareAndSet(now, now + 1)) {
                begin();
                return;
            }
        }
    }

    private void begin() {
        try {
            threads.execute(this::turn);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before their workers", e);
            haveThreadsEnded = true;
            ForkJoinPool.commonPool().execute(this::turn); // not here: who gives a task may hold a lock
        }
    }

    private void turn() {
        for (int done = 0; mayGoOn(done); done++) {
            Runnable task = tasks.poll();
            if (task == null) break;
            run(task);
        }
        if (areWithinNumber() && !tasks.isEmpty()) {
            begin(); // behind what else waits for the threads
            return;
        }
        working.decrementAndGet();
        callWorker(); // for what came since it was looked
    }

    private boolean mayGoOn(int done) {
        if (!areWithinNumber()) return false;
        if (whole == null) return done == 0;
        return whole.areWithinNumber() && (done < TASKS_PER_TURN_WITHIN || whole.tasks.isEmpty());
    }

    private boolean areWithinNumber() {
        return working.get() <= number;
    }

    private void run(Runnable task) {
        long began = System.nanoTime();
        try {
            task.run();
        } catch (Throwable e) { // also an error: whoever waits hears of it, and the worker goes on
            LOG.error("a task on {} failed", Thread.currentThread().getName(), e);
        } finally {
            busyNanos.add(System.nanoTime() - began);
        }
    }
}
