package org.bdm.server.site.opening;

import biweekly.Biweekly;
import biweekly.ICalVersion;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import biweekly.io.TimezoneAssignment;
import biweekly.property.DateOrDateTimeProperty;
import biweekly.property.RecurrenceRule;
import biweekly.util.Frequency;
import biweekly.util.ICalDate;
import biweekly.util.com.google.ical.compat.javautil.DateIterator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.site.Maintenance;
import org.jspecify.annotations.Nullable;

/**
 * Maintenance as iCalendar (RFC 5545). Read are events with a begin, and an end or a duration, in UTC or a time zone; rules that repeat them
 * daily, weekly, monthly or yearly become an entry for each time of the next 400 days. Pure.
 */
public final class CalendarFile {
    private static final int LENGTH_MAX = 1 << 20;
    private static final int EVENTS_MAX = 1_000;
    private static final int ENTRIES_MAX = 1_000;
    private static final int STEPS_MAX = 100_000;
    private static final Duration HORIZON = Duration.ofDays(400);
    private static final Set<Frequency> REPEATED =
            EnumSet.of(Frequency.DAILY, Frequency.WEEKLY, Frequency.MONTHLY, Frequency.YEARLY);

    private final String site;
    private final String addedBy;
    private final Instant now;
    private final List<Maintenance> entries = new ArrayList<>();

    private CalendarFile(String site, String addedBy, Instant now) {
        this.site = site;
        this.addedBy = addedBy;
        this.now = now;
    }

    /**
     * Reads the entries that are not over.
     *
     * @param text one or more VCALENDAR, 1 MiB at most
     * @throws MoverException INVALID_REQUEST or TOO_LARGE; nothing is left out silently but what is over or cancelled
     */
    public static List<Maintenance> read(String text, String site, String addedBy, Instant now) {
        if (text.length() > LENGTH_MAX) throw tooLarge("a calendar has at most 1 MiB");
        List<ICalendar> calendars = Biweekly.parse(text).all();
        CalendarFile file = new CalendarFile(site, addedBy, now);
        int events = 0;
        for (ICalendar calendar : calendars) {
            for (VEvent event : calendar.getEvents()) {
                if (++events > EVENTS_MAX) throw tooLarge("a calendar has at most " + EVENTS_MAX + " events");
                file.add(calendar, event);
            }
        }
        if (events == 0) throw invalid("the calendar has no VEVENT");
        return List.copyOf(file.entries);
    }

    private void add(ICalendar calendar, VEvent event) {
        if (event.getStatus() != null && event.getStatus().isCancelled()) return;
        String name = name(event);
        if (event.getRecurrenceId() != null) {
            throw invalid(
                    "the event " + name + " changes one time of a series (RECURRENCE-ID), which is not supported");
        }
        TimeZone zone = zone(calendar, event.getDateStart(), name + " DTSTART");
        Instant begins = event.getDateStart().getValue().toInstant();
        Duration length = length(calendar, event, begins, name);
        RecurrenceRule rule = event.getRecurrenceRule();
        if (rule == null) {
            addEntry(event, begins, length);
            return;
        }
        Frequency frequency = rule.getValue() == null ? null : rule.getValue().getFrequency();
        if (frequency == null || !REPEATED.contains(frequency)) {
            throw invalid("the event " + name + " repeats " + frequency
                    + "; daily, weekly, monthly and yearly are supported");
        }
        addSeries(event, zone, length);
    }

    private void addSeries(VEvent event, TimeZone zone, Duration length) {
        DateIterator times = event.getDateIterator(zone);
        for (int step = 0; times.hasNext(); step++) {
            if (step == STEPS_MAX)
                throw tooLarge("the event " + name(event) + " repeats more than " + STEPS_MAX + " times");
            Instant begins = times.next().toInstant();
            if (begins.isAfter(now.plus(HORIZON))) return;
            addEntry(event, begins, length);
        }
    }

    private void addEntry(VEvent event, Instant begins, Duration length) {
        Instant ends = begins.plus(length);
        if (!ends.isAfter(now)) return;
        if (entries.size() == ENTRIES_MAX) throw tooLarge("a calendar has at most " + ENTRIES_MAX + " times");
        String note = event.getSummary() == null ? "" : text(event.getSummary().getValue());
        String uid = event.getUid() == null ? "" : text(event.getUid().getValue());
        entries.add(new Maintenance(0, site, begins, ends, note, uid, addedBy, now));
    }

    private static Duration length(ICalendar calendar, VEvent event, Instant begins, String name) {
        Duration length = null;
        if (event.getDateEnd() != null) {
            TimeZone unused = zone(calendar, event.getDateEnd(), name + " DTEND");
            length = Duration.between(begins, event.getDateEnd().getValue().toInstant());
        } else if (event.getDuration() != null && event.getDuration().getValue() != null) {
            length = Duration.ofMillis(event.getDuration().getValue().toMillis());
        }
        if (length == null) throw invalid("the event " + name + " has neither DTEND nor DURATION");
        if (length.isNegative() || length.isZero())
            throw invalid("the event " + name + " does not end after it begins");
        return length;
    }

    /** The zone of a time; refuses times of which nobody knows when they are. */
    private static TimeZone zone(ICalendar calendar, @Nullable DateOrDateTimeProperty time, String what) {
        ICalDate value = time == null ? null : time.getValue();
        if (value == null) throw invalid("the event " + what + " is missing or is not a time");
        if (!value.hasTime()) throw invalid("the event " + what + " is a date without a time of day; give a time");
        if (value.getRawComponents() != null && value.getRawComponents().isUtc()) return TimeZone.getTimeZone("UTC");
        TimezoneAssignment assigned = calendar.getTimezoneInfo().getTimezone(time);
        if (assigned == null || calendar.getTimezoneInfo().isFloating(time)) {
            throw invalid("the event " + what
                    + " has no time zone, or an unknown one; use UTC (20261201T180000Z) or TZID=Europe/Berlin");
        }
        return assigned.getTimeZone();
    }

    private static String name(VEvent event) {
        String name = event.getUid() == null ? "" : text(event.getUid().getValue());
        return "'" + (name.length() > 100 ? name.substring(0, 100) + ".." : name) + "'";
    }

    /** Without control characters. */
    private static String text(@Nullable String value) {
        return value == null ? "" : value.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    /** Writes entries, each as one event in UTC. */
    public static String write(List<Maintenance> entries) {
        ICalendar calendar = new ICalendar();
        calendar.setProductId("-//Bulk Data Mover//maintenance//EN");
        for (Maintenance entry : entries) {
            VEvent event = new VEvent();
            event.setUid("maintenance-" + entry.number() + "@" + entry.site());
            event.setDateTimeStamp(Date.from(entry.addedAt()));
            event.setDateStart(Date.from(entry.beginsAt()));
            event.setDateEnd(Date.from(entry.endsAt()));
            event.setSummary(entry.note().isEmpty() ? "Maintenance of " + entry.site() : entry.note());
            calendar.addEvent(event);
        }
        return Biweekly.write(calendar).version(ICalVersion.V2_0).go();
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }

    private static MoverException tooLarge(String detail) {
        return new MoverException(ErrorCode.TOO_LARGE, detail);
    }
}
