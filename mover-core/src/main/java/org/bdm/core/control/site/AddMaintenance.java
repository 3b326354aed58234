package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Adds an entry to the maintenance calendar of a site.
 *
 * @param endsAt later than the begin, and than now
 * @param note for people, at most 1,000 characters
 */
public record AddMaintenance(
        @Nullable Instant beginsAt,
        @Nullable Instant endsAt,
        @Nullable String note) {}
