package org.bdm.server.job.limit;

/**
 * The part of the limits that a session may take now. 0 is no limit.
 *
 * @param streamsMax open data streams, or connections to a data node
 * @param filesMax under way at once
 */
public record Allowance(long bytesPerSecondMax, int streamsMax, int filesMax) {
    /** Nothing is limited. */
    static final Allowance UNLIMITED = new Allowance(0, 0, 0);
}
