package org.bdm.core.control.site;

import java.util.List;

/**
 * The outcome of an imported calendar.
 *
 * @param items Entries that were added.
 * @param refused Events that were not understood; what was imported of them earlier stays.
 * @param remarks How the calendar was understood where it does not say itself. Such as {@code [whole days are read as days of UTC]}.
 */
public record ImportedMaintenance(List<MaintenanceView> items, List<RefusedEvent> refused, List<String> remarks) {
    /** An absent list is an empty one. */
    public ImportedMaintenance {
        items = items == null ? List.of() : List.copyOf(items);
        refused = refused == null ? List.of() : List.copyOf(refused);
        remarks = remarks == null ? List.of() : List.copyOf(remarks);
    }

    /**
     * An event of a calendar that was not understood.
     *
     * @param event UID of the event; empty if it has none. Such as {@code 19970901T130000Z-123401@example.org}.
     * @param reason Why, as a sentence. Such as {@code DTSTART has no time zone}.
     */
    public record RefusedEvent(String event, String reason) {}
}
