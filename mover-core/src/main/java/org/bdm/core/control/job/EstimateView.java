package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the job ends with a chance of 10, 50 and 90 in a hundred.
 */
public record EstimateView(
        @Nullable Instant p10,
        @Nullable Instant p50,
        @Nullable Instant p90) {}
