package org.bdm.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a list.
 *
 * @param nextCursor to be given as {@code cursor}; null on the last page
 * @param <T> the message of one entry
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {
    /** An absent list is an empty one. */
    public Page {
        items = items == null ? List.of() : List.copyOf(items);
    }
}
