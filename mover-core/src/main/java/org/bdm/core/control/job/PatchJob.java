package org.bdm.core.control.job;

import org.jspecify.annotations.Nullable;

/**
 * Changes to a job; what is null or absent stays as it is.
 *
 * @param priority 1 (first) to 5 (last); null leaves it. Within {@code 1..5}. Such as {@code 2}.
 * @param maxRateBytesPerSecond Limit of the rate in bytes per second; 0 removes it, null leaves it. Within {@code 0..}. Such as {@code
 * 250000000}.
 */
public record PatchJob(@Nullable Integer priority, @Nullable Long maxRateBytesPerSecond) {}
