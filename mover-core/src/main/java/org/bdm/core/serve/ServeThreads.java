package org.bdm.core.serve;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Threads for the blocking work of serving. Each pool is of its own, so that a slow listing does not stop data; digests have the threads of
 * the hasher. How much waits in front of the readers is bounded by the streams: two tasks of each. The listings have nothing waiting in front
 * of them but what {@link FairTurns} lets through.
 *
 * @param readers platform threads that read blocks
 * @param listings threads for tickets, status and listings
 * @param listingsAtOnce how many listings and statuses run at a time: as many as there are threads
 * @param timer for time-outs; its tasks do not block
 */
public record ServeThreads(Executor readers, Executor listings, int listingsAtOnce, ScheduledExecutorService timer) {}
