package org.bdm.core.writer;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread that does commands in the order they were posted. Posting is safe on any thread. */
final class CommandThread {
    private static final Logger LOG = LoggerFactory.getLogger(CommandThread.class);

    /** Without a bound of its own: what it holds is counted in leases, or by {@link BlockWriter#COMMANDS_MAX}. */
    private final BlockingQueue<Runnable> commands = new LinkedBlockingQueue<>();

    private final AtomicInteger bounded = new AtomicInteger();
    private final LongAdder busyNanos = new LongAdder();
    private final Thread thread;
    private boolean isClosed;
    private volatile boolean isRunning = true;

    CommandThread(String name) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (isRunning) {
            try {
                Runnable command = commands.take();
                long began = System.nanoTime();
                command.run();
                busyNanos.add(System.nanoTime() - began);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
                LOG.error("a command of {} failed", thread.getName(), e);
            }
        }
    }

    /** Queues the command; returns false after {@link #close}, when it will not run. For commands that are bounded otherwise. */
    synchronized boolean post(Runnable command) {
        if (isClosed) return false;
        commands.add(command);
        return true;
    }

    /** As {@link #post}, for commands that hold no lease. */
    void postBounded(Runnable command) {
        if (bounded.incrementAndGet() > BlockWriter.COMMANDS_MAX) {
            bounded.decrementAndGet();
            throw new MoverException(
                    ErrorCode.INTERNAL,
                    "more than " + BlockWriter.COMMANDS_MAX + " commands wait for " + thread.getName());
        }
        post(() -> {
            bounded.decrementAndGet();
            command.run();
        });
    }

    /** Time that commands took so far. */
    long busyNanos() {
        return busyNanos.sum();
    }

    /** Takes no more commands, does those that wait, and ends. */
    void close() {
        synchronized (this) {
            if (isClosed) return;
            isClosed = true;
            commands.add(() -> isRunning = false);
        }
        join(thread);
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // the files must not be closed under a thread that writes them
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
