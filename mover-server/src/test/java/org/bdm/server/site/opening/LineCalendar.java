package org.bdm.server.site.opening;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.server.catalog.site.Maintenance;
import org.jspecify.annotations.Nullable;

/** Calendars of the tests of the server: a line is an entry, {@code UID BEGIN END NOTE}. */
public final class LineCalendar implements MaintenanceCalendar {
    @Override
    public Reading read(String text, String site, String addedBy, Instant now, @Nullable ZoneId zone) {
        List<Maintenance> entries = text.lines()
                .map(line -> line.split(" ", 4))
                .map(words -> new Maintenance(
                        0, site, Instant.parse(words[1]), Instant.parse(words[2]), words[3], words[0], addedBy, now))
                .toList();
        Set<String> uids = entries.stream().map(Maintenance::uid).collect(Collectors.toSet());
        return new Reading(entries, uids, List.of(), List.of());
    }

    @Override
    public Optional<ZoneId> zone(String name) {
        return name.equals("UTC") ? Optional.of(ZoneId.of(name)) : Optional.empty();
    }

    @Override
    public String write(List<Maintenance> entries) {
        return entries.stream()
                .map(entry -> entry.uid() + " " + entry.beginsAt() + " " + entry.endsAt() + " " + entry.note())
                .collect(Collectors.joining("\n"));
    }
}
