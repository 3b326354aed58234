package org.bdm.core.control.site;

import java.util.List;

/**
 * The outcome of an imported calendar.
 *
 * @param items entries that were added
 * @param refused events that were not understood; what was imported of them earlier stays
 * @param remarks how the calendar was understood where it does not say itself
 */
public record ImportedMaintenance(List<MaintenanceView> items, List<RefusedEvent> refused, List<String> remarks) {
    /** An absent list is an empty one. */
    public ImportedMaintenance {
        items = items == null ? List.of() : List.copyOf(items);
        refused = refused == null ? List.of() : List.copyOf(refused);
        remarks = remarks == null ? List.of() : List.copyOf(remarks);
    }

    /**
     * An event that was not understood.
     *
     * @param event its UID; empty if it has none
     * @param reason one sentence
     */
    public record RefusedEvent(String event, String reason) {}
}
