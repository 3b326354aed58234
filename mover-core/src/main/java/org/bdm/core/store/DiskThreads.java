package org.bdm.core.store;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for calls that wait for a disk: pools of platform threads that end when nothing is to be done. Their queues have no bound of their
 * own: who posts says what bounds them (loans, open files, files being finished).
 */
public final class DiskThreads {
    private static final long IDLE_SECONDS = 30;

    private DiskThreads() {}

    /** A pool of so many daemon threads, called {@code name-0} and so on. */
    public static ExecutorService named(String name, int threads) {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + count.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Does what is queued and waits for it. */
    public static void close(ExecutorService pool) {
        pool.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.MINUTES)) break;
            } catch (InterruptedException e) {
                interrupted = true; // files must not be closed under a thread that uses them
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /** Waits for the end of a thread, whoever interrupts. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
