package org.bdm.extension.calendar;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.site.opening.MaintenanceCalendar;
import org.jspecify.annotations.Nullable;

/** Maintenance as iCalendar, by way of biweekly. */
public final class ICalendarFiles implements MaintenanceCalendar {
    /** Made by the loader of services. */
    public ICalendarFiles() {}

    @Override
    public Reading read(String text, String site, String addedBy, Instant now, @Nullable ZoneId zone) {
        return CalendarFile.read(text, site, addedBy, now, zone);
    }

    @Override
    public Optional<ZoneId> zone(String name) {
        return CalendarZones.named(name);
    }

    @Override
    public String write(List<Maintenance> entries) {
        return CalendarFile.write(entries);
    }
}
