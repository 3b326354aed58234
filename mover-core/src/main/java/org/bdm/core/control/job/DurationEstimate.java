package org.bdm.core.control.job;

import org.jspecify.annotations.Nullable;

/**
 * Estimated duration, as percentiles 10, 50 and 90, from the start of the job to its end, without pauses.
 *
 * @param basis what it rests on, such as {@code from 37 jobs of this link}
 * @param dominant what takes most of the time: a sentence
 */
public record DurationEstimate(
        double p10Seconds,
        double p50Seconds,
        double p90Seconds,
        @Nullable String basis,
        @Nullable String dominant) {}
