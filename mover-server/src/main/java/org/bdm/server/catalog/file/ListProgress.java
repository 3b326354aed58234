package org.bdm.server.catalog.file;

import org.bdm.core.store.FileName;
import org.jspecify.annotations.Nullable;

/**
 * The progress of listing a directory.
 *
 * @param after the last name that was taken over; null before the first
 * @param isFinished whether all names were
 */
public record ListProgress(@Nullable FileName after, boolean isFinished) {
    /** No name was taken over yet. */
    public static final ListProgress NOT_STARTED = new ListProgress(null, false);

    /** All names were taken over. */
    public static final ListProgress FINISHED = new ListProgress(null, true);

    /** All names up to and including {@code name} were taken over. */
    public static ListProgress upTo(FileName name) {
        return new ListProgress(name, false);
    }
}
