package org.bdm.server.catalog.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person's word that an item of attention is known and need not be shown.
 *
 * @param item the id of the item: its kind and its target
 * @param code of the cause at that time
 * @param causeAt when the cause was last seen at that time
 * @param by the owner of the token
 * @param at whole milliseconds
 * @param endsAt when it stops to count; null: with the cause
 * @param note of the person; empty for none
 */
public record Acknowledgement(
        String item,
        String code,
        Instant causeAt,
        String by,
        Instant at,
        @Nullable Instant endsAt,
        String note) {
    /** The longest note, in characters. */
    public static final int NOTE_LENGTH_MAX = 1_000;
}
