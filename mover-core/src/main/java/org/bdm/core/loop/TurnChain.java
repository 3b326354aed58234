package org.bdm.core.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The turns of loops that one thread runs one after the other. While a turn runs, one loop that gets its first task on this thread may be
 * taken to be next. The tasks of all turns together are bounded, then others have the thread. Belongs to its thread.
 */
final class TurnChain {
    /** Of the thread, since a loop cannot know which other loop's turn it is called from. */
    private static final ThreadLocal<TurnChain> OF_THREAD = ThreadLocal.withInitial(TurnChain::new);

    private final Deque<SerialLoop> next = new ArrayDeque<>(1); // more than one only after the threads have ended
    private @Nullable ScheduledExecutorService threads; // of the loops that are taken; null while no turn runs
    private int tasksLeft;

    static TurnChain ofThisThread() {
        return OF_THREAD.get();
    }

    boolean isRunning() {
        return threads != null;
    }

    /** True when the loop's turn comes directly after the one that runs on this thread. */
    boolean takes(SerialLoop loop) {
        if (threads != loop.threads() || tasksLeft <= 0 || !next.isEmpty()) return false;
        next.add(loop);
        return true;
    }

    /** Runs a turn of the loop, then of those that are taken meanwhile. */
    void run(SerialLoop first, int tasksMax) {
        threads = first.threads();
        tasksLeft = tasksMax;
        next.add(first);
        try {
            while (!next.isEmpty()) turn(next.remove());
        } finally {
            threads = null;
        }
    }

    private void turn(SerialLoop loop) {
        int count = loop.tasksForTurn(tasksLeft);
        tasksLeft -= count; // before the turn: whoever is taken in it finds one task left at least
        loop.turn(count);
    }

    /** As {@link #run} for a loop whose threads have ended; within a turn it comes after that, since none may run inside of another. */
    void runAlso(SerialLoop loop, int tasksMax) {
        if (!isRunning()) {
            run(loop, tasksMax);
            return;
        }
        tasksLeft = tasksMax; // no other thread is left that it could be handed to
        next.add(loop);
    }
}
