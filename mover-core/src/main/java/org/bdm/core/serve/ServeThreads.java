package org.bdm.core.serve;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Where the blocking work of serving runs. Each pool is of its own, so that a slow listing or a digest of a large file does not stop data.
 * How much waits in a pool is bounded by the limits of the streams.
 *
 * @param readers platform threads that read blocks
 * @param listings threads for tickets, status and listings
 * @param digests threads that compute file digests
 * @param timer for time-outs; its tasks do not block
 */
public record ServeThreads(Executor readers, Executor listings, Executor digests, ScheduledExecutorService timer) {}
