package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A place that this site neither asks nor serves.
 *
 * @param place name of a paired site, or host of a data node
 * @param isSite whether it is a paired site
 * @param reason for people; may be empty
 * @param until when the ban ends by itself; null if somebody has to lift it
 */
public record BanView(
        String place,
        boolean isSite,
        String reason,
        @Nullable Instant until,
        String bannedBy,
        Instant bannedAt) {}
