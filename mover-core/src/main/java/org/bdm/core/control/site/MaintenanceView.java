package org.bdm.core.control.site;

import java.time.Instant;

/**
 * One entry of the maintenance calendar of a site.
 *
 * @param number Number with which it is removed. Such as {@code 3}.
 * @param site Name of this site or of a paired one. Such as {@code north}.
 * @param beginsAt When it begins.
 * @param endsAt When it ends.
 * @param note For people; may be empty. Such as {@code new disks}.
 * @param uid UID of the event of the calendar file it came from; empty if a person entered it. Such as {@code
 * 19970901T130000Z-123401@example.org}.
 * @param isNow True if it goes on now.
 * @param addedBy Owner of the token of whoever added or imported it. Such as {@code ann}.
 * @param addedAt When it was added.
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
