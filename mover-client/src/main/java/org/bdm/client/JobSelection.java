package org.bdm.client;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs are wanted, and in which order; null wants any, and the newest first.
 *
 * @param labelStart how the label begins
 * @param labelPart a part of the label, in capital or small letters
 * @param since RFC 3339; created then or later
 * @param sort a property, with '-' in front from the last to the first
 */
public record JobSelection(
        @Nullable String state,
        @Nullable String labelStart,
        @Nullable String labelPart,
        @Nullable String since,
        @Nullable String sort) {
    /** Jobs whose label begins so, newest first; all for null. */
    public static JobSelection labelled(@Nullable String labelStart) {
        return new JobSelection(null, labelStart, null, null, null);
    }
}
