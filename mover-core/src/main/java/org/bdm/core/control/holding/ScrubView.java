package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The scrub of the site: held files are read again and compared with their digests.
 *
 * @param state What it does now. One of {@code ScrubState}.
 * @param isOn True if it was started.
 * @param percentPerWeek Share of all held files that is checked in a week, in percent, 0.001 to 100. Within {@code 0.001..100}. Such as
 * {@code 25.0}.
 * @param hours When it may read: always, or times of the day as HH:MM-HH:MM. Such as {@code 20:00-06:00}.
 * @param zone Time zone of the hours. Such as {@code Europe/Berlin}.
 * @param bytesPerSecond The most that the site reads for it, in bytes per second. Such as {@code 50000000}.
 * @param week What was done this week.
 * @param trouble What went wrong last in this week, as a sentence; null for nothing. Such as {@code export data is gone}.
 * @param troubleAt When that was; null for nothing.
 * @param oldestCheckAt When the file was checked whose check is oldest; null if a file was never checked, or none is held.
 * @param damagedFiles Number of held files that are DAMAGED now, at least 0. Such as {@code 0}.
 * @param missingFiles Number of held files that are MISSING now, at least 0. Such as {@code 0}.
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
     * Counts of the scrub in the current week.
     *
     * @param beganAt When the week began; null before the first.
     * @param filesMax Number of files that may be checked in it, at least 0. Such as {@code 300}.
     * @param checked Number of files of which the outcome is known, at least 0. Such as {@code 120}.
     * @param bytes Bytes that were read, at least 0. Such as {@code 5242880000}.
     * @param damaged Number of files that were found with other bytes, at least 0. Such as {@code 0}.
     * @param missing Number of files that were found missing, at least 0. Such as {@code 0}.
     * @param unreadable Number of files that could not be read, at least 0. Such as {@code 0}.
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
