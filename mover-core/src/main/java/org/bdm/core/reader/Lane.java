package org.bdm.core.reader;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of items and a task that works on it, one step after the other, on at most one thread at a time. Between two turns the other
 * lanes of the pool have theirs.
 */
abstract class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int STEPS_PER_TURN = 4;

    private final ReadSink sink;
    private final Executor threads;
    private final AtomicInteger signals = new AtomicInteger(); // 0: no task in the pool
    private final ArrayDeque<ReadItem> queue = new ArrayDeque<>(); // guarded by itself
    private final ReadTimes times = new ReadTimes(System::nanoTime);
    private volatile boolean closed;

    Lane(ReadSink sink, Executor threads) {
        this.sink = sink;
        this.threads = threads;
    }

    /** One block, one pack, or the end of an item; false if it has to wait for a signal. */
    abstract boolean step();

    /** Lets go of what is held; no step follows. On the thread of a turn. */
    abstract void onClosed();

    final void add(List<ReadItem> items) {
        synchronized (queue) {
            queue.addAll(items);
        }
        signal();
    }

    void cancel(Set<RequestId> requests) {
        synchronized (queue) {
            queue.removeIf(item -> requests.contains(item.request()));
        }
        signal();
    }

    final void close() {
        closed = true;
        synchronized (queue) {
            queue.clear();
        }
        signal();
    }

    /** Something may have changed: have a turn. */
    final void signal() {
        if (signals.getAndIncrement() == 0) execute();
    }

    final boolean isClosed() {
        return closed;
    }

    final @Nullable ReadItem peek() {
        synchronized (queue) {
            return queue.peek();
        }
    }

    /** Takes the head if it is the item that was seen by {@link #peek} and has not been cancelled since. */
    @SuppressWarnings("ReferenceEquality") // an equal item may be asked for again: it must be this one
    final boolean take(ReadItem seen) {
        synchronized (queue) {
            if (queue.peek() != seen) return false;
            queue.poll();
            return true;
        }
    }

    /** True if an item waits here, or is being read. */
    boolean hasWork() {
        return peek() != null;
    }

    final ReadTimes times() {
        return times;
    }

    private ReadTimes.Doing waitsFor() {
        if (closed || !hasWork()) return ReadTimes.Doing.IDLE;
        return sink.isPaced()
                ? ReadTimes.Doing.PACED
                : ReadTimes.Doing.SENDING; // also without a block: those lent wait to leave
    }

    private void execute() {
        try {
            threads.execute(this::turn);
        } catch (RejectedExecutionException e) {
            LOG.debug("the reader threads have ended before a stream", e);
        }
    }

    private void turn() {
        signals.set(1); // what was signalled until here is seen by this turn
        boolean more = true;
        times.now(ReadTimes.Doing.READING);
        try {
            for (int i = 0; i < STEPS_PER_TURN && more; i++) {
                more = !closed && step();
            }
        } catch (Throwable e) { // whatever it is: it ends this stream, and not the thread
            LOG.error("a reader stops", e);
            more = false;
            close();
            sink.onBroken(new MoverException(ErrorCode.INTERNAL, "the reader of this stream failed", e));
        }
        if (closed) onClosed();
        times.now(more ? ReadTimes.Doing.QUEUED : waitsFor());
        if (more || !signals.compareAndSet(1, 0)) execute();
    }
}
