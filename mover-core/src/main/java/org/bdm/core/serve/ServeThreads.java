package org.bdm.core.serve;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Where the blocking work of serving runs. Each pool is of its own, so that a slow listing does not stop data; digests have the threads of
 * the hasher. How much waits in a pool is bounded by the limits of the streams.
 *
 * @param readers platform threads that read blocks
 * @param listings threads for tickets, status and listings
 * @param timer for time-outs; its tasks do not block
 */
public record ServeThreads(Executor readers, Executor listings, ScheduledExecutorService timer) {}
