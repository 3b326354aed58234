package org.bdm.server.catalog.db;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param rows at most as many as asked for; a page may be short, or empty, and still not be the last
 * @param nextCursor opaque, for the next page; null at the end, and only there
 */
public record RowPage<T>(List<T> rows, @Nullable String nextCursor) {
    /** Most rows that one page may have. */
    public static final int ROWS_MAX = 1_000;

    /** Copies the list. */
    public RowPage {
        rows = List.copyOf(rows);
    }
}
