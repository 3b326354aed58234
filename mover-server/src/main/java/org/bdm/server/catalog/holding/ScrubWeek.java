package org.bdm.server.catalog.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The work of the scrub in the present week.
 *
 * @param began when the week began; null before the first
 * @param filesMax how many files may be checked in it
 * @param checked files of which the outcome is known: right, damaged, missing or unreadable
 * @param bytes that were read
 * @param damaged files with other bytes than were verified here, or than are published
 * @param trouble what went wrong last in the week, in a sentence; null for nothing
 */
public record ScrubWeek(
        @Nullable Instant began,
        long filesMax,
        long checked,
        long bytes,
        long damaged,
        long missing,
        long unreadable,
        @Nullable String trouble,
        @Nullable Instant troubleAt) {
    /** True if the share of the week is checked. */
    public boolean isDone() {
        return checked >= filesMax;
    }
}
