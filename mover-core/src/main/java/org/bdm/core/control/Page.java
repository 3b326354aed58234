package org.bdm.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items The entries of this page; it may be short or empty and still not be the last.
 * @param <T> the message of one entry
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {
    /** An absent list is an empty one. */
    public Page {
        items = items == null ? List.of() : List.copyOf(items);
    }
}
