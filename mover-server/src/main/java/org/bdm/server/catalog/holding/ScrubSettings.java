package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import org.bdm.core.id.ByteRate;

/**
 * The settings of the scrub: how much of what is held is read again, when, and how fast.
 *
 * @param millipercentPerWeek share of all holdings that is checked in a week, in thousandths of a percent; 1 to 100,000
 * @param fromMinute minute of the day in {@code zone} from which files are read; 0 to 1,439
 * @param toMinute minute of the day at which no more files are begun; equal to {@code fromMinute}: at any time
 * @param bytesPerSecond the most that is read, of the whole site
 */
public record ScrubSettings(
        boolean isOn, int millipercentPerWeek, int fromMinute, int toMinute, ZoneId zone, long bytesPerSecond) {
    /** The number of minutes in a day. */
    public static final int DAY_MINUTES = 1_440;
    /** All holdings, in {@code millipercentPerWeek}. */
    public static final int ALL_MILLIPERCENT = 100_000;
    /** The slowest rate: a file must be read to its end some day. */
    public static final long BYTES_PER_SECOND_MIN = 100_000;

    /** Refuses values out of range. */
    public ScrubSettings {
        if (millipercentPerWeek < 1 || millipercentPerWeek > ALL_MILLIPERCENT)
            throw new IllegalArgumentException("the share per week is not between 0.001 and 100 percent");
        if (!isMinute(fromMinute) || !isMinute(toMinute))
            throw new IllegalArgumentException("the hours are not times of a day");
        if (bytesPerSecond < BYTES_PER_SECOND_MIN)
            throw new IllegalArgumentException("the rate is below " + ByteRate.limit(BYTES_PER_SECOND_MIN));
    }

    private static boolean isMinute(int minute) {
        return minute >= 0 && minute < DAY_MINUTES;
    }

    /** True if files may be begun at this time of the day; hours may go beyond midnight. */
    public boolean isOpenAt(Instant time) {
        LocalTime local = time.atZone(zone).toLocalTime();
        int minute = local.getHour() * 60 + local.getMinute();
        if (fromMinute == toMinute) return true;
        if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute;
        return minute >= fromMinute || minute < toMinute;
    }

    /** The number of files that may be checked in a week, of so many: at least 1 if there is any. */
    public long filesOf(long holdings) {
        return (Math.multiplyExact(holdings, millipercentPerWeek) + ALL_MILLIPERCENT - 1) / ALL_MILLIPERCENT;
    }

    /** The same, on or off. */
    public ScrubSettings turned(boolean on) {
        return new ScrubSettings(on, millipercentPerWeek, fromMinute, toMinute, zone, bytesPerSecond);
    }
}
