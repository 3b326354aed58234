package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * Changes to the scrub; what is null or absent stays as it is.
 *
 * @param isOn True starts the scrub, false pauses it.
 * @param percentPerWeek Share of all held files that is checked in a week, in percent, 0.001 to 100. Within {@code 0.001..100}. Such as
 * {@code 25.0}.
 * @param hours When it may read: always, or times of the day as HH:MM-HH:MM. Such as {@code 20:00-06:00}.
 * @param zone Time zone of the hours. Such as {@code Europe/Berlin}.
 * @param bytesPerSecond The most that the site reads for it, in bytes per second, at least 100,000. Within {@code 100000..}. Such as {@code
 * 50000000}.
 */
public record PatchScrub(
        @Nullable Boolean isOn,
        @Nullable Double percentPerWeek,
        @Nullable String hours,
        @Nullable String zone,
        @Nullable Long bytesPerSecond) {}
