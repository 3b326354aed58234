package org.bdm.core.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares threads among those who ask: askers take turns, and the streams of one asker take turns among themselves, so that nobody waits
 * behind the questions of another. What waits is kept here by its stream, is removed with it, and never stands in the queue of the threads.
 * Any thread.
 */
final class FairTurns {
    private static final Logger LOG = LoggerFactory.getLogger(FairTurns.class);

    private final Executor threads;
    private final int atOnceMax;
    private final int atOnceOfOneMax;
    private final Map<Object, Asker> askers = new HashMap<>(); // guarded by this, as all below
    private final Deque<Asker> turns = new ArrayDeque<>(); // askers with something waiting
    private int running;

    /**
     * Nothing waits yet.
     *
     * @param atOnceMax tasks that run at a time
     * @param atOnceOfOneMax tasks of one asker that run at a time
     */
    FairTurns(Executor threads, int atOnceMax, int atOnceOfOneMax) {
        this.threads = threads;
        this.atOnceMax = atOnceMax;
        this.atOnceOfOneMax = Math.min(atOnceMax, atOnceOfOneMax);
    }

    /** Work that has a turn. */
    @FunctionalInterface
    interface Task {
        /** Runs on one of the threads; the turn lasts until {@code done} has run, on any thread. Later runs of it do nothing. */
        void run(Runnable done);
    }

    /** One who asks: a site, or the address of a stranger. */
    private static final class Asker {
        private final Object name;
        private final Deque<Line> lines = new ArrayDeque<>(); // with something waiting
        private int running;
        private boolean isInTurns;

        Asker(Object name) {
            this.name = name;
        }
    }

    /** Queue of the tasks of one stream, in their order. */
    final class Line {
        private final Object name;
        private final BooleanSupplier isReady;
        private final Map<Object, Task> waiting = new LinkedHashMap<>(); // guarded by the turns, as all below
        private boolean isInLines;
        private boolean isClosed;

        private Line(Object name, BooleanSupplier isReady) {
            this.name = name;
            this.isReady = isReady;
        }

        /** Lets a task wait for its turn; it replaces one that waits under the same key. False if the line is closed. */
        boolean add(Object key, Task task) {
            synchronized (FairTurns.this) {
                if (isClosed) return false;
                waiting.put(key, task);
                standIn(this);
            }
            next();
            return true;
        }

        /** Removes what waits under the key; false if nothing does. */
        boolean remove(Object key) {
            synchronized (FairTurns.this) {
                return waiting.remove(key) != null;
            }
        }

        /** {@code isReady} may have become true. */
        void signal() {
            synchronized (FairTurns.this) {
                if (isClosed || waiting.isEmpty()) return;
                standIn(this);
            }
            next();
        }

        /** Forgets what waits; what runs goes on. */
        void close() {
            synchronized (FairTurns.this) {
                isClosed = true;
                waiting.clear();
            }
        }
    }

    /**
     * A new line.
     *
     * @param asker who asks: lines of one asker share its turns
     * @param isReady whether the stream takes another answer now; else the line is passed over until it is signalled
     */
    Line line(Object asker, BooleanSupplier isReady) {
        return new Line(asker, isReady);
    }

    /** Tasks that wait, of all. */
    synchronized int waiting() {
        int all = 0;
        for (Asker asker : askers.values()) {
            for (Line line : asker.lines) all += line.waiting.size();
        }
        return all;
    }

    /** Askers that are remembered: those of whom something waits or runs. */
    synchronized int askers() {
        return askers.size();
    }

    /** Lock held. */
    private void standIn(Line line) {
        if (line.isInLines) return;
        Asker asker = askers.computeIfAbsent(line.name, Asker::new);
        asker.lines.addLast(line);
        line.isInLines = true;
        standIn(asker);
    }

    /** Lock held. */
    private void standIn(Asker asker) {
        if (asker.isInTurns || asker.lines.isEmpty() || asker.running >= atOnceOfOneMax) return;
        turns.addLast(asker);
        asker.isInTurns = true;
    }

    private record Turn(Asker asker, Task task) {}

    private void next() {
        List<Turn> chosen = new ArrayList<>();
        synchronized (this) {
            while (running < atOnceMax) {
                Turn turn = choose();
                if (turn == null) break;
                running++;
                chosen.add(turn);
            }
        }
        chosen.forEach(this::execute);
    }

    /** Lock held; null if nobody has anything that may run. */
    private @Nullable Turn choose() {
        while (!turns.isEmpty()) {
            Asker asker = turns.removeFirst();
            asker.isInTurns = false;
            Task task = nextOf(asker);
            if (task != null) {
                asker.running++;
                standIn(asker);
                return new Turn(asker, task);
            }
            forgetIfIdle(asker);
        }
        return null;
    }

    /** Lock held. */
    private static @Nullable Task nextOf(Asker asker) {
        while (!asker.lines.isEmpty()) {
            Line line = asker.lines.removeFirst();
            line.isInLines = false;
            if (line.waiting.isEmpty() || !line.isReady.getAsBoolean()) continue; // its signal brings it back
            Iterator<Task> tasks = line.waiting.values().iterator();
            Task task = tasks.next();
            tasks.remove();
            if (tasks.hasNext()) {
                asker.lines.addLast(line);
                line.isInLines = true;
            }
            return task;
        }
        return null;
    }

    /** Lock held. */
    private void forgetIfIdle(Asker asker) {
        if (asker.running == 0 && asker.lines.isEmpty()) askers.remove(asker.name, asker);
    }

    private void execute(Turn turn) {
        AtomicBoolean isDone = new AtomicBoolean();
        Runnable done = () -> {
            if (isDone.compareAndSet(false, true)) ended(turn.asker());
        };
        try {
            threads.execute(() -> run(turn.task(), done));
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a stream", e);
            synchronized (this) {
                turn.asker().running--;
                running--;
            }
        }
    }

    private static void run(Task task, Runnable done) {
        try {
            task.run(done);
        } catch (Throwable e) { // the turn is given back whatever happens
            done.run();
            throw e;
        }
    }

    private void ended(Asker asker) {
        synchronized (this) {
            running--;
            asker.running--;
            standIn(asker);
            forgetIfIdle(asker);
        }
        next();
    }
}
