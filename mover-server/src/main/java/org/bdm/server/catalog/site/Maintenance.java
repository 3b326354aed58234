package org.bdm.server.catalog.site;

import java.time.Instant;

/**
 * One entry of the maintenance calendar of a site.
 *
 * @param number of the entry in the catalog; 0 before it is there
 * @param site this site or a paired one
 * @param endsAt later than it begins
 * @param note for people; may be empty
 * @param uid of the event of a calendar that it came from; empty if a person entered it
 */
public record Maintenance(
        long number,
        String site,
        Instant beginsAt,
        Instant endsAt,
        String note,
        String uid,
        String addedBy,
        Instant addedAt) {
    /** True if it goes on at this time. */
    public boolean isAt(Instant time) {
        return !time.isBefore(beginsAt) && time.isBefore(endsAt);
    }
}
