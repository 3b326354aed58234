package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A place that this site neither asks nor serves.
 *
 * @param place Name of a paired site, or host of a data node. Such as {@code north}.
 * @param isSite True if it is a paired site.
 * @param reason For people; may be empty. Such as {@code broken files}.
 * @param until When the ban ends by itself; null if somebody has to lift it.
 * @param bannedBy Owner of the token of whoever banned it. Such as {@code ann}.
 * @param bannedAt When it was banned, or the ban was changed last.
 */
public record BanView(
        String place,
        boolean isSite,
        String reason,
        @Nullable Instant until,
        String bannedBy,
        Instant bannedAt) {}
