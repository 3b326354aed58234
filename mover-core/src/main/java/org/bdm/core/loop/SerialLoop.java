package org.bdm.core.loop;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner of a session's or a source's state: runs tasks one at a time, in the order given, on threads that are shared. After each turn of
 * tasks it runs one step more, so that what many tasks call for is done once.
 *
 * <p>What waits has no bound here: those who post bound it. For a session every task is a call of its owner, or a part of an answer to
 * something that was asked for (a block that holds a loan, a hole of at least 64 KiB or at the end of a range, the end of an item). For a
 * source it is so many frames of each stream as are let wait before the stream is no longer read, and calls of its owner.
 *
 * <p><b>Threads.</b> Waking a thread costs more than most tasks. A loop that gets its first task from a turn of another loop of the same
 * threads therefore has its own turn on the same thread, right after that one ({@link TurnChain}), unless a third loop was first or the
 * thread has done its share of tasks; then another thread is woken.
 */
public final class SerialLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SerialLoop.class);

    /** Tasks that a thread runs, of whichever loops, before it lets others come first. */
    static final int TASKS_MAX = 256;

    /** The same for a thread that has other work: few, as an event loop has streams that wait for it. */
    static final int TASKS_AS_GUEST_MAX = 16;

    private final ScheduledExecutorService threads;
    private final Runnable afterTurn;
    private final Consumer<Throwable> onDefect;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * An idle loop.
     *
     * @param threads run the turns and the timers; no task may block them
     * @param afterTurn runs after each turn, as a part of it
     * @param onDefect hears, as a part of the turn, what a task or the step after the turn threw: the loop goes on, its owner should not
     */
    public SerialLoop(ScheduledExecutorService threads, Runnable afterTurn, Consumer<Throwable> onDefect) {
        this.threads = threads;
        this.afterTurn = afterTurn;
        this.onDefect = onDefect;
    }

    /** Adds a task behind those that wait. Any thread; also runs after the threads have ended, then on this one. */
    public void post(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) next();
    }

    /**
     * As {@link #post}, and an idle loop has its turn before this returns, on this thread: for threads that bring what the tasks are about
     * and would have to wake another one. Turns that follow from it run here, too, up to {@value #TASKS_AS_GUEST_MAX} tasks together; the
     * rest is handed over. In a turn it is the same as {@link #post}.
     *
     * <p>Not while a lock is held or something is half changed that any task of this loop, or of one that it posts to, may use. The caller
     * needs no other care than where it may be called by those tasks anyway: they do not block.
     */
    public void postOrRun(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() != 0) return;
        TurnChain chain = TurnChain.ofThisThread();
        if (chain.isRunning()) next();
        else chain.run(this, TASKS_AS_GUEST_MAX);
    }

    /** Posts the task later, or never if the threads end before. Any thread. Who no longer wants the task looks for that when it runs. */
    public void postAfter(long delayMillis, Runnable task) {
        try {
            var unused = threads.schedule(() -> post(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a loop", e);
        }
    }

    ScheduledExecutorService threads() {
        return threads;
    }

    /** Something waits: the turn for it. */
    private void next() {
        TurnChain chain = TurnChain.ofThisThread();
        if (chain.takes(this)) return;
        try {
            threads.execute(() -> TurnChain.ofThisThread().run(this, TASKS_MAX));
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a loop", e);
            chain.runAlso(this, TASKS_MAX); // what waits holds blocks: they must be given back
        }
    }

    /** Returns how many of the waiting tasks the next turn runs, at most {@code tasksMax}. */
    int tasksForTurn(int tasksMax) {
        return Math.min(waiting.get(), tasksMax);
    }

    /** Runs so many tasks. Only by a chain that was given this loop: then it is the only one. */
    void turn(int count) {
        for (int i = 0; i < count; i++) {
            Runnable task = tasks.poll();
            if (task == null) throw new IllegalStateException("fewer tasks waiting than counted");
            run(task);
        }
        run(afterTurn);
        if (waiting.addAndGet(-count) != 0) next();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) { // whatever it is: it ends the session or the source, and not the loop
            tell(e);
        }
    }

    private void tell(Throwable defect) {
        try {
            onDefect.accept(defect);
        } catch (Throwable e) {
            LOG.error("reporting a defect to the owner of a loop failed", e);
        }
    }
}
