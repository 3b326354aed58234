package org.bdm.core.fetch;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.bdm.core.bottleneck.ProcessorLoad;

/**
 * Threads, time and chance of a session.
 *
 * @param loop threads that may be shared with other sessions: tasks of one session never run at the same time, and never block
 * @param disk for calls that block: looking at the destination, opening and closing journals; at least two threads
 * @param clock says when a file that waits is tried again
 * @param nanoTime a running count of nanoseconds for durations and rates
 * @param random spreads the times of new tries
 * @param filesAtOnce bound of the process on files under way
 * @param processors how busy those of this process are
 */
public record FetchRuntime(
        ScheduledExecutorService loop,
        Executor disk,
        Clock clock,
        LongSupplier nanoTime,
        RandomGenerator random,
        FilesAtOnce filesAtOnce,
        ProcessorLoad processors) {
    /** Of a process that does not know how busy it is. */
    public FetchRuntime(
            ScheduledExecutorService loop,
            Executor disk,
            Clock clock,
            LongSupplier nanoTime,
            RandomGenerator random,
            FilesAtOnce filesAtOnce) {
        this(loop, disk, clock, nanoTime, random, filesAtOnce, ProcessorLoad.UNKNOWN);
    }

    /** Without a bound on files. */
    public FetchRuntime(
            ScheduledExecutorService loop, Executor disk, Clock clock, LongSupplier nanoTime, RandomGenerator random) {
        this(loop, disk, clock, nanoTime, random, FilesAtOnce.unbounded());
    }
}
