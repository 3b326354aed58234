package org.bdm.server.api.job;

import org.bdm.core.control.Page;
import org.bdm.core.control.job.EventView;

/** A job of another site that a live feed follows. Each method asks that site and may block; PEER_UNREACHABLE. */
interface FollowedJob {
    /** Returns a page of the events after this number; it may be short and still have a next one. */
    Page<EventView> after(long number);

    /** True if it has ended. */
    boolean isOver();

    /** Returns the number of its newest event. */
    default long newest() {
        long newest = 0;
        String next;
        do {
            Page<EventView> page = after(newest);
            for (EventView event : page.items()) newest = Long.parseLong(event.id());
            next = page.nextCursor();
        } while (next != null);
        return newest;
    }
}
