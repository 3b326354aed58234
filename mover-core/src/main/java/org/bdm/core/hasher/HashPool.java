package org.bdm.core.hasher;

import java.nio.ByteBuffer;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.bdm.core.checksum.RunningDigest;

/** The hash threads and what they share. At most one task per file waits, so the files that callers have open bound the queue. */
final class HashPool implements AutoCloseable {
    /** Bytes that a task hashes before it lets others run. */
    static final long SLICE_BYTES = 16L << 20;

    static final int READ_BYTES = 1 << 20;
    private static final int ZEROS_BYTES = 1 << 16;

    private final ThreadLocal<ByteBuffer> readBuffer =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(READ_BYTES));
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES).asReadOnlyBuffer();
    private final Semaphore gapPermits;
    private final AtomicLong backlogBytes = new AtomicLong();
    private final LongAdder busyNanos = new LongAdder();
    private final ThreadPoolExecutor threads;
    private volatile boolean isClosing;

    HashPool(int threadCount, int blocksBehindGapsMax) {
        gapPermits = new Semaphore(blocksBehindGapsMax);
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "hasher-" + count.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Queues the task; returns false if the pool has closed and it will not run. */
    boolean execute(Runnable task) {
        try {
            threads.execute(() -> timed(task));
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    private void timed(Runnable task) {
        long began = System.nanoTime();
        try {
            task.run();
        } finally {
            busyNanos.add(System.nanoTime() - began);
        }
    }

    /** Time that tasks took so far. */
    long busyNanos() {
        return busyNanos.sum();
    }

    /** The calling hash thread's own buffer, empty. */
    ByteBuffer readBuffer() {
        return readBuffer.get().clear();
    }

    void updateWithZeros(RunningDigest digest, long length) {
        for (long left = length; left > 0; left -= ZEROS_BYTES) {
            digest.update(zeros.duplicate().position(0).limit((int) Math.min(ZEROS_BYTES, left)));
        }
    }

    /** To keep a block that waits for another one. */
    boolean tryTakeGapPermit() {
        return gapPermits.tryAcquire();
    }

    void returnGapPermit() {
        gapPermits.release();
    }

    void addBacklog(long bytes) {
        backlogBytes.addAndGet(bytes);
    }

    long backlogBytes() {
        return backlogBytes.get();
    }

    /** True when tasks must end at their next check. */
    boolean isClosing() {
        return isClosing;
    }

    /** Ends the threads; tasks that wait are run once more, and see that they are to end. */
    @Override
    public void close() {
        isClosing = true;
        threads.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (threads.awaitTermination(1, TimeUnit.MINUTES)) break;
            } catch (InterruptedException e) {
                interrupted = true; // files must not be closed under a thread that reads them
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
