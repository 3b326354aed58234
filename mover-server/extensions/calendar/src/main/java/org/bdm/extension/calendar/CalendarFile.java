package org.bdm.extension.calendar;

import biweekly.Biweekly;
import biweekly.ICalVersion;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.site.opening.MaintenanceCalendar.Reading;
import org.bdm.server.site.opening.MaintenanceCalendar.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Maintenance as iCalendar (RFC 5545). Read are events with a begin, and an end or a duration: at a time in UTC or in a time zone, or of whole days;
 * those of lists (RDATE) and rules that repeat them daily, weekly, monthly or yearly, with single times that were moved or cancelled, become an
 * entry for each time, by rules within the next 400 days. An event that is not understood as a whole is refused by its name, and the others are read. Pure.
 */
final class CalendarFile {
    private static final int LENGTH_MAX = 1 << 20;
    private static final int EVENTS_MAX = 1_000;
    private static final int ENTRIES_MAX = 1_000;

    private final String site;
    private final String addedBy;
    private final Instant now;
    private final @Nullable ZoneId zone;
    private final List<Maintenance> entries = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final Set<String> uids = new LinkedHashSet<>();
    private final Set<String> remarks = new LinkedHashSet<>();
    private String days = "UTC";
    private int events;

    private CalendarFile(String site, String addedBy, Instant now, @Nullable ZoneId zone) {
        this.site = site;
        this.addedBy = addedBy;
        this.now = now;
        this.zone = zone;
    }

    /**
     * Reads the entries that are not over.
     *
     * @param text one or more VCALENDAR, 1 MiB at most
     * @param zone of whole days and of times without a zone; null: that which the calendar names, or UTC for whole days
     * @throws MoverException INVALID_REQUEST if no event is understood; TOO_LARGE
     */
    static Reading read(String text, String site, String addedBy, Instant now, @Nullable ZoneId zone) {
        if (text.length() > LENGTH_MAX) throw tooLarge("a calendar has at most 1 MiB");
        CalendarFile file = new CalendarFile(site, addedBy, now, zone);
        for (CalendarComponent part : CalendarComponent.read(text)) {
            if (part.name().equals("VCALENDAR")) file.add(part);
        }
        if (file.events == 0) throw invalid("the calendar has no VEVENT");
        if (file.refused.size() > 0 && file.uids.isEmpty() && file.entries.isEmpty()) {
            Refused first = file.refused.get(0);
            String others = file.refused.size() == 1 ? "" : ", and " + (file.refused.size() - 1) + " more are refused";
            throw invalid("the event '" + first.event() + "': " + first.reason() + others);
        }
        return new Reading(
                List.copyOf(file.entries), Set.copyOf(file.uids), List.copyOf(file.refused), List.copyOf(file.remarks));
    }

    /** The events of one UID belong together; one without is alone. */
    private void add(CalendarComponent calendar) {
        Map<String, List<CalendarComponent>> byUid = new LinkedHashMap<>();
        for (CalendarComponent event : calendar.parts()) {
            if (!event.name().equals("VEVENT")) continue;
            if (++events > EVENTS_MAX) throw tooLarge("a calendar has at most " + EVENTS_MAX + " events");
            String uid = event.text("UID");
            byUid.computeIfAbsent(uid.isEmpty() ? "\n" + events : uid, first -> new ArrayList<>())
                    .add(event);
        }
        CalendarTimes times = times(calendar);
        boolean isCancelled = calendar.word("METHOD").equals("CANCEL");
        byUid.forEach((key, group) -> {
            String uid = group.get(0).text("UID");
            try {
                CalendarSeries series = new CalendarSeries(times, now);
                if (!isCancelled) series.add(group);
                if (series.hasDays()) remarkDays();
                series.occurrences().forEach(one -> addEntry(uid, one));
                if (!uid.isEmpty()) uids.add(uid);
            } catch (MoverException e) {
                if (e.code() != ErrorCode.INVALID_REQUEST) throw e;
                refused.add(new Refused(CalendarTimes.shown(uid), e.detail()));
            }
        });
    }

    private CalendarTimes times(CalendarComponent calendar) {
        CalendarZones zones = new CalendarZones(calendar);
        ZoneId named = zone != null
                ? zone
                : CalendarZones.named(calendar.text("X-WR-TIMEZONE")).orElse(null);
        CalendarZones.Zone own = named == null ? null : CalendarZones.of(named);
        days = named == null ? "UTC" : named.getId();
        return new CalendarTimes(zones, own, own == null ? CalendarZones.of(ZoneOffset.UTC) : own);
    }

    private void remarkDays() {
        remarks.add("whole days are read as days of " + days);
    }

    private void addEntry(String uid, CalendarSeries.Occurrence occurrence) {
        if (!occurrence.ends().isAfter(now)) return;
        if (entries.size() == ENTRIES_MAX) throw tooLarge("a calendar has at most " + ENTRIES_MAX + " times");
        entries.add(new Maintenance(
                0, site, occurrence.begins(), occurrence.ends(), occurrence.summary(), uid, addedBy, now));
    }

    /** Writes entries, each as one event in UTC. */
    static String write(List<Maintenance> entries) {
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
