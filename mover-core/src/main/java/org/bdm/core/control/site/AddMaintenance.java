package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Adds an entry to the maintenance calendar of a site.
 *
 * @param beginsAt When it begins.
 * @param endsAt When it ends: later than its begin, and than now.
 * @param note For people, at most 1,000 characters; null for none. Such as {@code new disks}.
 */
public record AddMaintenance(
        @Nullable Instant beginsAt,
        @Nullable Instant endsAt,
        @Nullable String note) {}
