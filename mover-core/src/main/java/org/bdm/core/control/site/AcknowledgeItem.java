package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A wish to put away something that needs a person.
 *
 * @param note for others, up to 1,000 characters; null for none
 * @param until when it is shown again at the latest; null: when its cause changes, or after the time that the server is set to
 */
public record AcknowledgeItem(
        @Nullable String note, @Nullable Instant until) {}
