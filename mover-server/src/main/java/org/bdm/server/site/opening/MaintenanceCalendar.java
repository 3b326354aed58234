package org.bdm.server.site.opening;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.extension.ExtensionPoint;
import org.jspecify.annotations.Nullable;

/** Reads and writes maintenance as iCalendar (RFC 5545). Any thread. */
public interface MaintenanceCalendar {
    /** The extension that brings it. */
    ExtensionPoint<MaintenanceCalendar> POINT =
            new ExtensionPoint<>(MaintenanceCalendar.class, "calendar", "reads and writes maintenance as iCalendar");

    /**
     * An event that was not understood.
     *
     * @param event its UID; empty if it has none
     * @param reason one sentence
     */
    record Refused(String event, String reason) {}

    /**
     * The contents of a calendar.
     *
     * @param entries times that are not over
     * @param uids of all events that were understood, those that are over or cancelled too: what was known of them before is replaced
     * @param refused events that were not understood
     * @param remarks what a reader should know of how it was understood
     */
    record Reading(List<Maintenance> entries, Set<String> uids, List<Refused> refused, List<String> remarks) {}

    /**
     * Reads the entries that are not over.
     *
     * @param text one or more VCALENDAR, 1 MiB at most
     * @param zone of whole days and of times without a zone; null: that which the calendar names, or UTC for whole days
     * @throws MoverException INVALID_REQUEST if no event is understood; TOO_LARGE
     */
    Reading read(String text, String site, String addedBy, Instant now, @Nullable ZoneId zone);

    /** The time zone of this name, of the IANA or of Windows; empty if nobody knows it. */
    Optional<ZoneId> zone(String name);

    /** Writes entries, each as one event in UTC. */
    String write(List<Maintenance> entries);
}
