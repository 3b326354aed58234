package org.bdm.server.app;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.server.job.schedule.JobScheduler;

/**
 * The threads of a node that belong to no single session. Their queues have no limit of their own: each of those who put something there
 * bounds what it has waiting. For the readers that are two tasks for each reader of a stream, for the listings what the turns
 * of the askers let through.
 *
 * @param readers read blocks of the source
 * @param readersAtOnce how many of the readers run at a time
 * @param listings tickets, status, listings, pairing: may wait for disk and catalog
 * @param listingsAtOnce how many of the listings run at a time
 * @param disk opens and closes journals, looks at the destination
 * @param loops loops and timers of sources and sessions: nothing on them blocks
 */
record NodeThreads(
        ExecutorService readers,
        int readersAtOnce,
        ExecutorService listings,
        int listingsAtOnce,
        ExecutorService disk,
        ScheduledExecutorService loops) {
    private static final int LISTINGS_MIN = 4;
    private static final long SCHEDULER_SECONDS_MAX = 8;

    static NodeThreads start(NodeSizes sizes) {
        int readers = sizes.of(NodeSizes.Size.READERS);
        int listings = Math.max(LISTINGS_MIN, readers);
        return new NodeThreads(
                pool("reader", readers),
                readers,
                pool("listing", listings),
                listings,
                pool("disk", readers),
                new LoopThreads(sizes.of(NodeSizes.Size.SESSION_LOOPS)));
    }

    private static ExecutorService pool(String name, int threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), NamedThreads.of(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Lets the work of jobs end, for some seconds, then ends its threads. */
    static void stopScheduler(JobScheduler scheduler) {
        scheduler
                .stop()
                .toCompletableFuture()
                .completeOnTimeout(null, SCHEDULER_SECONDS_MAX, TimeUnit.SECONDS)
                .join();
        scheduler.close();
    }

    void stop() {
        readers.shutdown();
        listings.shutdown();
        disk.shutdown();
        loops.shutdownNow();
    }
}
