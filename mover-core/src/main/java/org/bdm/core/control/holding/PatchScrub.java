package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * Changes to the scrub; null leaves as it is.
 *
 * @param isOn true starts it, false pauses it
 * @param percentPerWeek share of all held files, 0.001 to 100
 * @param hours {@code always}, or times of the day as {@code 20:00-06:00}
 * @param zone time zone of the hours
 * @param bytesPerSecond at least 100,000
 */
public record PatchScrub(
        @Nullable Boolean isOn,
        @Nullable Double percentPerWeek,
        @Nullable String hours,
        @Nullable String zone,
        @Nullable Long bytesPerSecond) {}
