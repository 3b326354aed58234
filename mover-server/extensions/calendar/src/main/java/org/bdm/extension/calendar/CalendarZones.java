package org.bdm.extension.calendar;

import biweekly.Biweekly;
import biweekly.ICalendar;
import biweekly.io.ParseWarning;
import biweekly.io.TimezoneAssignment;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The time zones of one calendar, by the names that its times give them: what the calendar defines itself, the names of the IANA, and those of
 * Windows. A name that is none of these is refused; the zone of this host is never taken.
 */
final class CalendarZones {
    private final Map<String, CalendarComponent> defined = new HashMap<>();
    private final Map<String, Zone> known = new HashMap<>();

    /** Times on a clock in some place. */
    interface Zone {
        /** The moment when the clock shows this. */
        Instant at(LocalDateTime local);

        /** Returns what the clock shows at this moment. */
        LocalDateTime local(Instant moment);
    }

    CalendarZones(CalendarComponent calendar) {
        for (CalendarComponent part : calendar.parts()) {
            if (part.name().equals("VTIMEZONE")) defined.put(part.text("TZID"), part);
        }
    }

    static Zone of(ZoneId zone) {
        return new Zone() {
            @Override
            public Instant at(LocalDateTime local) {
                return local.atZone(zone).toInstant();
            }

            @Override
            public LocalDateTime local(Instant moment) {
                return LocalDateTime.ofInstant(moment, zone);
            }
        };
    }

    /** The zone of this name; INVALID_REQUEST if nobody knows it. */
    Zone zone(String name) {
        return known.computeIfAbsent(name, this::found);
    }

    private Zone found(String name) {
        Optional<ZoneId> named = named(name);
        if (named.isPresent()) return of(named.get());
        CalendarComponent definition = defined.get(name);
        if (definition != null) return defined(name, definition);
        throw unknown(name, "is an unknown time zone");
    }

    /** The zone of the IANA that a name means; empty if it means none. */
    static Optional<ZoneId> named(String name) {
        String plain = name.strip();
        if (plain.equalsIgnoreCase("UTC") || plain.equalsIgnoreCase("GMT") || plain.equals("Z"))
            return Optional.of(ZoneOffset.UTC);
        String region = region(plain);
        if (region.contains("/") && ZoneId.getAvailableZoneIds().contains(region))
            return Optional.of(ZoneId.of(region));
        return Optional.ofNullable(WindowsZones.BY_NAME.get(plain.toLowerCase(Locale.ROOT)))
                .map(ZoneId::of);
    }

    /** Some programs write the names of the IANA behind a path of their own: {@code /example.org/20260101/Europe/Berlin}. */
    private static String region(String name) {
        if (!name.startsWith("/")) return name;
        String[] words = name.substring(1).split("/");
        for (int from = 1; from < words.length - 1; from++) {
            String tail = String.join("/", Arrays.asList(words).subList(from, words.length));
            if (ZoneId.getAvailableZoneIds().contains(tail)) return tail;
        }
        return name;
    }

    private static Zone defined(String name, CalendarComponent definition) {
        boolean hasRules = definition.parts().stream()
                .anyMatch(part -> part.name().equals("STANDARD") || part.name().equals("DAYLIGHT"));
        if (!hasRules) throw unknown(name, "is defined without STANDARD and DAYLIGHT");
        String text =
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n" + definition.written() + "END:VCALENDAR\r\n";

        List<List<ParseWarning>> warnings = new ArrayList<>();
        ICalendar calendar = Biweekly.parse(text).warnings(warnings).first();
        if (calendar == null || warnings.stream().anyMatch(list -> !list.isEmpty())) {
            throw unknown(name, "is defined in a way that is not understood");
        }
        @Nullable TimezoneAssignment assigned = calendar.getTimezoneInfo().getTimezones().stream()
                .filter(one -> one.getComponent() != null)
                .findFirst()
                .orElse(null);
        if (assigned == null) throw unknown(name, "is defined in a way that is not understood");
        return of(assigned.getTimeZone());
    }

    private static Zone of(TimeZone zone) {
        return new Zone() {
            @Override
            public Instant at(LocalDateTime local) {
                GregorianCalendar clock = new GregorianCalendar(zone, Locale.ROOT);
                clock.clear();
                clock.set(
                        local.getYear(),
                        local.getMonthValue() - 1,
                        local.getDayOfMonth(),
                        local.getHour(),
                        local.getMinute(),
                        local.getSecond());
                return clock.toInstant();
            }

            @Override
            public LocalDateTime local(Instant moment) {
                return LocalDateTime.ofEpochSecond(
                        moment.getEpochSecond(),
                        0,
                        ZoneOffset.ofTotalSeconds(zone.getOffset(moment.toEpochMilli()) / 1000));
            }
        };
    }

    private static MoverException unknown(String name, String why) {
        String plain = name.replaceAll("\\p{Cntrl}+", " ");
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                "TZID=" + (plain.length() > 100 ? plain.substring(0, 100) + ".." : plain) + " " + why
                        + "; use UTC (20261201T180000Z) or a name such as TZID=Europe/Berlin");
    }
}
