package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The scrub of the site: held files are read again and compared with their digests.
 *
 * @param state {@code OFF}, {@code OUTSIDE_HOURS}, {@code WEEK_DONE} or {@code CHECKING}
 * @param isOn whether it was started
 * @param percentPerWeek share of all held files that is checked in a week
 * @param hours {@code always}, or times of the day as {@code 20:00-06:00}
 * @param zone time zone of the hours, for example {@code Europe/Berlin}
 * @param bytesPerSecond the most that the site reads for it
 * @param week what was done this week
 * @param trouble what went wrong last in this week; null for nothing
 * @param oldestCheckAt when the file was checked whose check is oldest; null if a file was never checked, or none is held
 * @param damagedFiles held files that are DAMAGED now
 * @param missingFiles held files that are MISSING now
 */
public record ScrubView(
        String state,
        boolean isOn,
        double percentPerWeek,
        String hours,
        String zone,
        long bytesPerSecond,
        Week week,
        @Nullable String trouble,
        @Nullable Instant troubleAt,
        @Nullable Instant oldestCheckAt,
        long damagedFiles,
        long missingFiles) {
    /**
     * Counts of the week that runs.
     *
     * @param beganAt null before the first
     * @param filesMax how many files may be checked in it
     * @param checked files of which the outcome is known
     * @param bytes that were read
     * @param damaged files found with other bytes
     * @param missing files found missing
     * @param unreadable files that could not be read
     */
    public record Week(
            @Nullable Instant beganAt,
            long filesMax,
            long checked,
            long bytes,
            long damaged,
            long missing,
            long unreadable) {}
}
