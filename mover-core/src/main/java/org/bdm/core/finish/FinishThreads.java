package org.bdm.core.finish;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools of platform threads for blocking work. Their queues are bounded by {@link FileFinisher#FILES_MAX}. */
final class FinishThreads {
    private static final long IDLE_SECONDS = 30;

    private FinishThreads() {}

    static ExecutorService named(String name, int threads) {
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
    static void close(ExecutorService pool) {
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

    static void join(Thread thread) {
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
