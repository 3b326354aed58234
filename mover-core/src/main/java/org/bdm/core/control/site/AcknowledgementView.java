package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An acknowledgement of something that needs a person.
 *
 * @param by Owner of the token of whoever acknowledged it. Such as {@code ann}.
 * @param at When it was acknowledged.
 * @param until When the item is shown again; null: only when its cause changes.
 * @param note What the person noted; null for nothing. Such as {@code a typo}.
 */
public record AcknowledgementView(
        String by,
        Instant at,
        @Nullable Instant until,
        @Nullable String note) {}
