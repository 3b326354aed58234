package org.bdm.server.site.opening;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * A time of the week in which a link is open, for example {@code Mon-Fri 18:00-06:00 Europe/Berlin}. The days are those on which it begins. It
 * begins and ends by the clocks of its zone: a time that the change to summer time leaves out is the moment of the change; of a time that the
 * change back repeats, the earlier one begins it and the later one ends it. Pure.
 *
 * @param days on which it begins, at least one
 * @param minutes from its begin to its end by the clock, 1 to 1,440
 */
record WeeklyWindow(Set<DayOfWeek> days, LocalTime begin, int minutes, ZoneId zone) {
    /** The longest text of one. */
    static final int LENGTH_MAX = 150;

    private static final int MINUTES_OF_DAY = 24 * 60;
    private static final Pattern FORM =
            Pattern.compile("(?:([A-Za-z,-]+) +)?([0-9]{2}:[0-9]{2})-([0-9]{2}:[0-9]{2})(?: +(\\S+))?");
    private static final String EXAMPLE = "; write it as 'Mon-Fri 18:00-06:00 Europe/Berlin'";

    /** One opening of a window; the end is not part of it. */
    record Span(Instant from, Instant to) {
        boolean holds(Instant time) {
            return !time.isBefore(from) && time.isBefore(to);
        }
    }

    WeeklyWindow {
        days = Set.copyOf(days);
    }

    /**
     * Reads a window; days may be left out (every day), a zone may not.
     *
     * @throws MoverException INVALID_REQUEST with the mistake
     */
    static WeeklyWindow parse(String text) {
        String stripped = text.strip();
        Matcher form = FORM.matcher(stripped);
        if (stripped.length() > LENGTH_MAX || !form.matches()) throw invalid(text, "is not a window" + EXAMPLE);
        if (form.group(4) == null) {
            throw invalid(text, "names no time zone; append one, for example Europe/Berlin or UTC");
        }
        Set<DayOfWeek> days = form.group(1) == null ? EnumSet.allOf(DayOfWeek.class) : days(text, form.group(1));
        int from = minutes(text, form.group(2));
        int to = minutes(text, form.group(3));
        if (from == MINUTES_OF_DAY) throw invalid(text, "begins at 24:00; write 00:00 of the next day");
        if (from == to) throw invalid(text, "begins and ends at the same time; write 00:00-24:00 for a whole day");
        int length = to > from ? to - from : to - from + MINUTES_OF_DAY;
        return new WeeklyWindow(days, LocalTime.of(from / 60, from % 60), length, zone(text, form.group(4)));
    }

    private static Set<DayOfWeek> days(String text, String list) {
        if (list.equalsIgnoreCase("daily")) return EnumSet.allOf(DayOfWeek.class);
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", -1);
            if (ends.length > 2) throw invalid(text, "has '" + part + "' for days" + EXAMPLE);
            DayOfWeek last = day(text, ends[ends.length - 1]);
            for (DayOfWeek day = day(text, ends[0]); ; day = day.plus(1)) {
                days.add(day);
                if (day == last) break;
            }
        }
        return days;
    }

    private static DayOfWeek day(String text, String name) {
        for (DayOfWeek day : DayOfWeek.values()) {
            boolean isShort = shortName(day).equalsIgnoreCase(name);
            if (isShort || day.name().equalsIgnoreCase(name)) return day;
        }
        throw invalid(text, "has '" + name + "' for a day; days are Mon, Tue, Wed, Thu, Fri, Sat, Sun");
    }

    private static String shortName(DayOfWeek day) {
        return day.getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
    }

    private static int minutes(String text, String time) {
        int hours = Integer.parseInt(time.substring(0, 2));
        int minutes = Integer.parseInt(time.substring(3));
        int all = hours * 60 + minutes;
        if (minutes > 59 || all > MINUTES_OF_DAY) throw invalid(text, "has no time of day in '" + time + "'");
        return all;
    }

    private static ZoneId zone(String text, String name) {
        boolean isRegion = name.contains("/") || name.equals("UTC");
        try {
            if (isRegion) return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw invalid(
                    text, "names the time zone '" + name + "', which is unknown; see 'timedatectl list-timezones'");
        }
        throw invalid(
                text, "names the time zone '" + name + "'; name it as a region, for example Europe/Berlin, or UTC");
    }

    private static MoverException invalid(String text, String mistake) {
        String shown = text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) + ".." : text;
        return new MoverException(ErrorCode.INVALID_REQUEST, "the window '" + shown + "' " + mistake);
    }

    /** The opening at this time; that which ends last if two overlap when the clocks go back. */
    Optional<Span> at(Instant time) {
        return around(time, 2).stream()
                .filter(span -> span.holds(time))
                .max((one, other) -> one.to().compareTo(other.to()));
    }

    /** When it opens next, later than this time. */
    Instant opensAfter(Instant time) {
        return around(time, 9).stream()
                .map(Span::from)
                .filter(from -> from.isAfter(time))
                .min(Instant::compareTo)
                .orElseThrow(() -> new IllegalStateException(this + " does not open within nine days"));
    }

    /** Openings from two days before that time on, for as many days after it. */
    private List<Span> around(Instant time, int daysAfter) {
        List<Span> spans = new ArrayList<>();
        LocalDate today = LocalDate.ofInstant(time, zone);
        for (int day = -2; day <= daysAfter; day++) {
            LocalDate date = today.plusDays(day);
            if (!days.contains(date.getDayOfWeek())) continue;
            LocalDateTime from = date.atTime(begin);
            Span span = new Span(instant(from, false), instant(from.plus(Duration.ofMinutes(minutes)), true));
            if (span.from().isBefore(span.to())) spans.add(span); // not if the clocks leave all of it out
        }
        return spans;
    }

    private Instant instant(LocalDateTime local, boolean isEnd) {
        ZoneRules rules = zone.getRules();
        var offsets = rules.getValidOffsets(local);
        if (offsets.isEmpty()) return rules.getTransition(local).getInstant();
        return local.toInstant(offsets.get(isEnd ? offsets.size() - 1 : 0));
    }

    /** The normal form: parsing it gives the same window. */
    @Override
    public String toString() {
        LocalTime end = begin.plusMinutes(minutes);
        String to = end.equals(LocalTime.MIDNIGHT) ? "24:00" : end.toString();
        String prefix = days.size() == 7 ? "daily" : daysText();
        return prefix + " " + begin + "-" + to + " " + zone;
    }

    private String daysText() {
        List<String> parts = new ArrayList<>();
        DayOfWeek[] all = DayOfWeek.values();
        for (int day = 0; day < all.length; day++) {
            if (!days.contains(all[day])) continue;
            int last = day;
            while (last + 1 < all.length && days.contains(all[last + 1])) last++;
            String first = shortName(all[day]);
            parts.add(last == day ? first : first + (last == day + 1 ? "," : "-") + shortName(all[last]));
            day = last;
        }
        return String.join(",", parts);
    }
}
