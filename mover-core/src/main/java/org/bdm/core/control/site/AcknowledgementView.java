package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An acknowledgement of something that needs a person.
 *
 * @param by owner of the token
 * @param until when the item is shown again; null: only when its cause changes
 * @param note of the person; null for none
 */
public record AcknowledgementView(
        String by,
        Instant at,
        @Nullable Instant until,
        @Nullable String note) {}
