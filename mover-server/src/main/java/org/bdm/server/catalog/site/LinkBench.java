package org.bdm.server.catalog.site;

import java.time.Instant;

/**
 * A measurement of the link from a source to this site.
 *
 * @param number of the measurement
 * @param mode {@code mem-mem} or another word of the API
 * @param node number of the node that makes it
 * @param owner who asked for it
 * @param tookMillis -1 while it runs
 * @param limitedBy the stage that limited; empty while it runs, or if nothing is known
 * @param limit the same with its numbers
 * @param trouble why it failed; empty if it did not
 */
public record LinkBench(
        long number,
        String source,
        String mode,
        long node,
        String owner,
        Instant beganAt,
        long tookMillis,
        long bytes,
        int streams,
        String limitedBy,
        String limit,
        String trouble) {
    /** Longest name of a mode. */
    public static final int MODE_LENGTH_MAX = 16;

    /** True until it has ended, whether well or not. */
    public boolean isRunning() {
        return tookMillis < 0;
    }

    /** Mean rate of payload; 0 while it runs or if it failed at once. */
    public long bytesPerSecond() {
        return tookMillis <= 0 ? 0 : Math.round(bytes * 1000.0 / tookMillis);
    }
}
