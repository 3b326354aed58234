package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The estimated end of a job.
 *
 * @param p10 The job has ended by then with a chance of 10 in a hundred; null if that is not known.
 * @param p50 The job has ended by then with a chance of 50 in a hundred; null if that is not known.
 * @param p90 The job has ended by then with a chance of 90 in a hundred; null if that is not known.
 */
public record EstimateView(
        @Nullable Instant p10,
        @Nullable Instant p50,
        @Nullable Instant p90) {}
