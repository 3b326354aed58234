package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Bans a place, or changes its ban.
 *
 * @param reason for people, at most 1,000 characters
 * @param until when the ban ends by itself, later than now; null: when somebody lifts it
 */
public record SetBan(@Nullable String reason, @Nullable Instant until) {}
