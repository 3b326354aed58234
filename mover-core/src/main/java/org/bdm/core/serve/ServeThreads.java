package org.bdm.core.serve;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Threads for the blocking work of serving. Each pool is of its own, so that a slow listing does not stop data; digests have the threads of
 * the hasher. How much waits in front of the readers is bounded by the streams: two tasks for each
 * reader of a stream. The listings have nothing waiting in front of them but what {@link FairTurns} lets through.
 *
 * @param readers platform threads that read blocks
 * @param readersAtOnce how many blocks are read at a time: as many as there are threads
 * @param listings threads for tickets, status and listings
 * @param listingsAtOnce how many listings and statuses run at a time: as many as there are threads
 * @param timer for time-outs; its tasks do not block
 */
public record ServeThreads(
        Executor readers, int readersAtOnce, Executor listings, int listingsAtOnce, ScheduledExecutorService timer) {
    private static final int READERS_OF_A_STREAM_MAX = 16;

    /** Readers that one stream may have. */
    int readersOfAStream() {
        return Math.min(READERS_OF_A_STREAM_MAX, readersAtOnce);
    }
}
