package org.bdm.core.control.job;

import org.jspecify.annotations.Nullable;

/**
 * Estimated duration from the start of a job to its end, without pauses; the true one is shorter with a chance of 10, 50 and 90 in a
 * hundred.
 *
 * @param p10Seconds Seconds; the job takes less with a chance of 10 in a hundred. Such as {@code 3600.0}.
 * @param p50Seconds Seconds; the job takes less with a chance of 50 in a hundred. Such as {@code 5400.0}.
 * @param p90Seconds Seconds; the job takes less with a chance of 90 in a hundred. Such as {@code 9000.0}.
 * @param basis What it rests on. Such as {@code from 37 jobs of this link}.
 * @param dominant What takes most of the time, as a sentence. Such as {@code Mostly bytes over the link from north: 91 % of the time.}.
 */
public record DurationEstimate(
        double p10Seconds,
        double p50Seconds,
        double p90Seconds,
        @Nullable String basis,
        @Nullable String dominant) {}
