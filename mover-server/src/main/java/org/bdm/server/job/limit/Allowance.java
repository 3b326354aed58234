package org.bdm.server.job.limit;

import org.jspecify.annotations.Nullable;

/**
 * The part of the limits that a session may take now.
 *
 * @param bytesPerSecondMax 0 is no limit
 * @param streamsMax 0 is no limit
 * @param narrowest the limit that gives the rate; null without one
 */
record Allowance(
        long bytesPerSecondMax, int streamsMax, @Nullable RateLimit narrowest) {
    /** Nothing is limited. */
    static final Allowance UNLIMITED = new Allowance(0, 0, null);
}
