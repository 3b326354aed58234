package org.bdm.server.reference;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A unit of time of the CF conventions: {@code days since 1850-01-01 00:00:00}, in a calendar.
 *
 * @param seconds of one unit
 * @param originSeconds the reference time, in seconds since 0000-01-01 of the calendar
 */
record CfTimeUnit(long seconds, double originSeconds, String calendar) {
    private static final long DAY = 86_400;
    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("day", DAY),
            Map.entry("days", DAY),
            Map.entry("d", DAY),
            Map.entry("hour", 3600L),
            Map.entry("hours", 3600L),
            Map.entry("hr", 3600L),
            Map.entry("hrs", 3600L),
            Map.entry("h", 3600L),
            Map.entry("minute", 60L),
            Map.entry("minutes", 60L),
            Map.entry("min", 60L),
            Map.entry("mins", 60L),
            Map.entry("second", 1L),
            Map.entry("seconds", 1L),
            Map.entry("sec", 1L),
            Map.entry("secs", 1L),
            Map.entry("s", 1L));
    private static final Pattern FORM = Pattern.compile("\\s*(\\w{1,20})\\s+since\\s+(-?\\d{1,6})-(\\d{1,2})-(\\d{1,2})"
            + "(?:[T\\s]+(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{1,9})?))?)?\\s*(?:Z|UTC|\\+?00:?00)?\\s*");
    private static final int[] DAYS_BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

    /** True if a unit counts from a moment. */
    static boolean isOne(@Nullable Object unit) {
        return unit instanceof String text && text.toLowerCase(Locale.ROOT).contains(" since ");
    }

    /** Reads it; null for a unit or a calendar that is not known, as months since. */
    static @Nullable CfTimeUnit of(@Nullable Object unit, @Nullable Object calendar) {
        Matcher matcher = FORM.matcher(unit instanceof String text ? text : "");
        String name = calendar instanceof String text ? text.strip().toLowerCase(Locale.ROOT) : "standard";
        if (!matcher.matches()) return null;
        Long seconds = UNITS.get(matcher.group(1).toLowerCase(Locale.ROOT));
        int month = Integer.parseInt(matcher.group(3));
        Long days = month < 1 || month > 12
                ? null
                : days(Long.parseLong(matcher.group(2)), month, Integer.parseInt(matcher.group(4)), name);
        if (seconds == null || days == null) return null;
        double clock = part(matcher.group(5)) * 3600 + part(matcher.group(6)) * 60 + part(matcher.group(7));
        return new CfTimeUnit(seconds, (double) days * DAY + clock, same(name));
    }

    private static double part(@Nullable String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }

    /** One name for each calendar. */
    private static String same(String name) {
        return switch (name) {
            case "gregorian" -> "standard";
            case "365_day" -> "noleap";
            case "366_day" -> "all_leap";
            default -> name;
        };
    }

    /** Days since 0000-01-01; null for an unknown calendar. */
    private static @Nullable Long days(long year, int month, int day, String calendar) {
        long inYear = DAYS_BEFORE[month - 1] + day - 1L;
        return switch (same(calendar)) {
            case "noleap" -> 365 * year + inYear;
            case "all_leap" -> 366 * year + inYear + (month > 2 ? 1 : 0);
            case "360_day" -> 360 * year + 30L * (month - 1) + day - 1;
            case "julian" -> julian(year, month, inYear);
            case "proleptic_gregorian" -> gregorian(year, month, inYear);
            // The Julian calendar up to 1582-10-04, the next day is the 15th.
            case "standard" ->
                year * 10_000 + month * 100L + day >= 15_821_015
                        ? gregorian(year, month, inYear)
                        : julian(year, month, inYear) - 2;
            default -> null;
        };
    }

    private static long julian(long year, int month, long inYear) {
        long before = Math.floorDiv(year + 3, 4); // leap days of the years before, year 0 among them
        boolean isLeap = Math.floorMod(year, 4) == 0;
        return 365 * year + before + inYear + (isLeap && month > 2 ? 1 : 0);
    }

    private static long gregorian(long year, int month, long inYear) {
        long last = year - 1;
        long before = Math.floorDiv(last, 4) - Math.floorDiv(last, 100) + Math.floorDiv(last, 400) + 1;
        boolean isLeap =
                Math.floorMod(year, 4) == 0 && (Math.floorMod(year, 100) != 0 || Math.floorMod(year, 400) == 0);
        return 365 * year + before + inYear + (isLeap && month > 2 ? 1 : 0);
    }

    /** A value of this unit in another one of the same calendar. */
    double in(CfTimeUnit other, double value) {
        // Fewer roundings: 0.1 days stay 0.1 days, moved by a number of days.
        if (seconds == other.seconds) return value + (originSeconds - other.originSeconds) / seconds;
        return (value * seconds + (originSeconds - other.originSeconds)) / other.seconds;
    }
}
