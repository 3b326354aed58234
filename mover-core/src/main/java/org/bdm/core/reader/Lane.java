package org.bdm.core.reader;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that reads for one stream, one step after the other, on at most one thread at a time. Between two turns the other lanes of the pool
 * have theirs.
 */
abstract class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int STEPS_PER_TURN = 4;

    private final BlockLender lender;
    private final ReadSink sink;
    private final Executor threads;
    private final AtomicInteger signals = new AtomicInteger(); // 0: no task in the pool
    private final AtomicBoolean isWaitingForBlock = new AtomicBoolean();
    private final ReadTimes times = new ReadTimes(System::nanoTime);
    private volatile boolean mayTakeBlock; // woken for one that nobody else was woken for
    private volatile boolean isResting;
    private volatile boolean closed;

    Lane(BlockLender lender, ReadSink sink, Executor threads) {
        this.lender = lender;
        this.sink = sink;
        this.threads = threads;
    }

    /** One block, one pack, or the end of an item; false if it has to wait for a signal. */
    abstract boolean step();

    /** Lets go of what is held; no step follows. On the thread of a turn. */
    abstract void onClosed();

    /** True if there is something for it to read. */
    abstract boolean hasWork();

    final void close() {
        closed = true;
        signal();
    }

    /** Takes nothing new from now on, or works again. */
    final void rest(boolean rests) {
        isResting = rests;
        signal();
    }

    /** A block, or null: then it has a turn when there is one. */
    final @Nullable Loan tryLend() {
        Loan loan = lender.tryLend();
        if (loan != null) mayTakeBlock = false;
        else if (isWaitingForBlock.compareAndSet(false, true)) lender.whenFree(this::onBlockFree);
        return loan;
    }

    private void onBlockFree() {
        isWaitingForBlock.set(false);
        mayTakeBlock = true;
        signal();
    }

    /** Wakes the next one that waits for a block, if this lane was woken for one that it did not need. */
    private void passBlockOn() {
        if (!mayTakeBlock || isWaitingForBlock.get()) return;
        mayTakeBlock = false;
        Loan loan = lender.tryLend();
        if (loan != null) loan.release();
    }

    /** Something may have changed: have a turn. */
    final void signal() {
        if (signals.getAndIncrement() == 0) execute();
    }

    final ReadTimes times() {
        return times;
    }

    private ReadTimes.Doing waitsFor() {
        if (closed || isResting || !hasWork()) return ReadTimes.Doing.IDLE;
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
                more = !closed && !isResting && step();
            }
        } catch (Throwable e) { // whatever it is: it ends this stream, and not the thread
            LOG.error("a reader stops", e);
            more = false;
            close();
            sink.onBroken(new MoverException(ErrorCode.INTERNAL, "the reader of this stream failed", e));
        }
        if (closed) onClosed();
        if (!more) passBlockOn();
        times.now(more ? ReadTimes.Doing.QUEUED : waitsFor());
        if (more || !signals.compareAndSet(1, 0)) execute();
    }
}
