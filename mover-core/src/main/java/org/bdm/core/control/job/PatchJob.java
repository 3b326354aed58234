package org.bdm.core.control.job;

import org.jspecify.annotations.Nullable;

/**
 * Changes to a job; null leaves as it is.
 *
 * @param priority 1 (first) to 5 (last)
 * @param maxRateBytesPerSecond 0 takes the limit away
 */
public record PatchJob(@Nullable Integer priority, @Nullable Long maxRateBytesPerSecond) {}
