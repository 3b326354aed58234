package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Puts away something that needs a person.
 *
 * @param note For others, at most 1,000 characters; null for none. Such as {@code a typo}.
 * @param until When it is shown again at the latest; null: when its cause changes, or after the time that the server is set to.
 */
public record AcknowledgeItem(
        @Nullable String note, @Nullable Instant until) {}
