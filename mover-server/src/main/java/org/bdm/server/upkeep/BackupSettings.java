package org.bdm.server.upkeep;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The place of backups of the catalog, the schedule by which they are made, and how many of them are kept.
 *
 * @param every from the start of one to that of the next; null without such a schedule
 * @param at time of each day in UTC; null without such a schedule. With both, each of them makes a backup due
 * @param keep how many backups of the schedule are kept; those that a person asked for are never removed
 * @param checkBytesMax a catalog with a larger file is not opened again to check the copy
 */
public record BackupSettings(
        Path directory, @Nullable Duration every, @Nullable LocalTime at, int keep, long checkBytesMax) {
    /** True if backups are made without being asked for. */
    public boolean isScheduled() {
        return every != null || at != null;
    }

    /** True if the next backup of the schedule should have begun by {@code now}, the last one having begun at {@code last}. */
    boolean isDue(@Nullable Instant last, Instant now) {
        if (!isScheduled()) return false;
        if (last == null) return true;
        boolean isLong = every != null && !now.isBefore(last.plus(every));
        return isLong || (at != null && last.isBefore(lastTimeOfDay(at, now)));
    }

    private static Instant lastTimeOfDay(LocalTime time, Instant now) {
        Instant today = now.atOffset(ZoneOffset.UTC).toLocalDate().atTime(time).toInstant(ZoneOffset.UTC);
        return today.isAfter(now) ? today.minus(Duration.ofDays(1)) : today;
    }
}
