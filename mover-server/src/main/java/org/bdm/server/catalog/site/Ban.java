package org.bdm.server.catalog.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A place that this site neither asks nor serves.
 *
 * @param place name of a paired site, or host of a data node
 * @param reason for people; may be empty
 * @param until when it ends by itself; null if somebody has to lift it
 */
public record Ban(String place, String reason, @Nullable Instant until, String bannedBy, Instant bannedAt) {
    /** True if it holds at this time. */
    public boolean holdsAt(Instant time) {
        return until == null || time.isBefore(until);
    }
}
