package org.bdm.extension.calendar;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the times of one calendar. Every value is understood as a whole, or refused.
 *
 * @param own the zone of times without one; null: a time of day without a zone is refused
 * @param days the zone of whole days
 */
record CalendarTimes(CalendarZones zones, CalendarZones.@Nullable Zone own, CalendarZones.Zone days) {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuuMMdd").withResolverStyle(ResolverStyle.STRICT);
    private static final Pattern TIME = Pattern.compile("(\\d{8})T(\\d{2})(\\d{2})(\\d{2})(Z?)");
    private static final Pattern DURATION = Pattern.compile(
            "\\+?P(?:(\\d{1,6})W)?(?:(\\d{1,6})D)?(?:T(?:(\\d{1,8})H)?(?:(\\d{1,8})M)?(?:(\\d{1,9})S)?)?");

    /**
     * A time.
     *
     * @param isDay whether it has no time of day
     * @param zone the clock that shows it
     */
    record Time(LocalDateTime local, boolean isDay, CalendarZones.Zone zone) {
        Instant at() {
            return zone.at(local);
        }

        /** The same clock at another time. */
        Time with(LocalDateTime other) {
            return new Time(other, isDay, zone);
        }
    }

    /**
     * A length: days by the clock, then seconds.
     */
    record Length(Period days, Duration time) {
        Instant after(Time begin) {
            return begin.with(begin.local().plus(days)).at().plus(time);
        }
    }

    /**
     * A time of a list, with a length of its own.
     *
     * @param length null for that of the event
     */
    record Listed(Time begin, @Nullable Length length) {}

    Time time(CalendarComponent.Line line) {
        return time(line, line.value().strip());
    }

    private Time time(CalendarComponent.Line line, String text) {
        Matcher parts = TIME.matcher(text);
        try {
            if (text.matches("\\d{8}"))
                return new Time(LocalDate.parse(text, DATE).atStartOfDay(), true, days);
            if (!parts.matches()) throw notATime(line, text);
            int second = Math.min(59, Integer.parseInt(parts.group(4))); // 60 is a leap second
            LocalTime clock = LocalTime.of(Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)), second);
            return new Time(LocalDate.parse(parts.group(1), DATE).atTime(clock), false, zone(line, parts.group(5)));
        } catch (DateTimeException e) {
            throw notATime(line, text);
        }
    }

    private CalendarZones.Zone zone(CalendarComponent.Line line, String mark) {
        if (!mark.isEmpty()) return zones.zone("UTC");
        String name = line.parameter("TZID");
        if (!name.isEmpty()) return zones.zone(name);
        if (own != null) return own;
        throw invalid(
                line.name() + " has no time zone; use UTC (20261201T180000Z) or TZID=Europe/Berlin, or say --zone");
    }

    /** The times of RDATE or EXDATE: times, days or periods. */
    List<Listed> list(CalendarComponent.Line line) {
        List<Listed> times = new ArrayList<>();
        for (String text : line.value().split(",", -1)) times.add(listed(line, text.strip()));
        return times;
    }

    private Listed listed(CalendarComponent.Line line, String text) {
        int slash = text.indexOf('/');
        if (slash < 0) return new Listed(time(line, text), null);
        Time begin = time(line, text.substring(0, slash));
        String end = text.substring(slash + 1);
        if (end.matches("[+-]?P.*")) return new Listed(begin, length(line, end));
        return new Listed(begin, between(begin, time(line, end)));
    }

    static Length between(Time begin, Time end) {
        if (begin.isDay() && end.isDay()) {
            int days = (int) ChronoUnit.DAYS.between(begin.local(), end.local());
            return new Length(Period.ofDays(days), Duration.ZERO);
        }
        return new Length(Period.ZERO, Duration.between(begin.at(), end.at()));
    }

    Length length(CalendarComponent.Line line) {
        return length(line, line.value().strip());
    }

    private static Length length(CalendarComponent.Line line, String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches() || text.endsWith("P") || text.endsWith("T")) {
            throw invalid(line.name() + ": '" + shown(text) + "' is not a duration such as PT4H");
        }
        long[] n = new long[6];
        for (int i = 1; i <= 5; i++) n[i] = parts.group(i) == null ? 0 : Long.parseLong(parts.group(i));
        return new Length(
                Period.ofDays((int) (7 * n[1] + n[2])),
                Duration.ofHours(n[3]).plusMinutes(n[4]).plusSeconds(n[5]));
    }

    private static MoverException notATime(CalendarComponent.Line line, String text) {
        return invalid(line.name() + ": '" + shown(text) + "' is not a time");
    }

    static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ");
        return plain.length() > 100 ? plain.substring(0, 100) + ".." : plain;
    }

    static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
