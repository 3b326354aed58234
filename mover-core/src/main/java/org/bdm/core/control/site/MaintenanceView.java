package org.bdm.core.control.site;

import java.time.Instant;

/**
 * One entry of the maintenance calendar of a site.
 *
 * @param number with which it is removed
 * @param site this site or a paired one
 * @param note for people; may be empty
 * @param uid of the event of a calendar that it came from; empty if a person entered it
 * @param isNow whether it goes on now
 * @param addedBy who added or imported it
 */
public record MaintenanceView(
        long number,
        String site,
        Instant beginsAt,
        Instant endsAt,
        String note,
        String uid,
        boolean isNow,
        String addedBy,
        Instant addedAt) {}
