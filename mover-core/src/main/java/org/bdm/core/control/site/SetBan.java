package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Bans a place, or changes its ban.
 *
 * @param reason For people, at most 1,000 characters; null for none. Such as {@code broken files}.
 * @param until When the ban ends by itself, later than now; null: when somebody lifts it.
 */
public record SetBan(@Nullable String reason, @Nullable Instant until) {}
