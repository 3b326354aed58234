package org.bdm.server.upkeep;

import java.time.Duration;

/**
 * The times for which the rows of files of ended jobs are kept; zero keeps them for good.
 *
 * @param files of jobs that SUCCEEDED or were CANCELLED
 * @param failedFiles of jobs that ended PARTIAL or FAILED, which somebody may want to retry
 */
public record KeptFor(Duration files, Duration failedFiles) {
    /** The times without any setting. */
    public static final KeptFor DEFAULT = new KeptFor(Duration.ofDays(90), Duration.ofDays(365));

    /** Refuses negative times. */
    public KeptFor {
        if (files.isNegative() || failedFiles.isNegative()) throw new IllegalArgumentException("a time is negative");
    }
}
