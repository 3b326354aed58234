package org.bdm.server.dataset.replica;

import java.util.List;
import org.bdm.server.discovery.index.Selection;

/**
 * The datasets that are wanted.
 *
 * @param names with or without version; without it the latest is meant
 * @param queries whatever these find; what is withdrawn, or superseded though the query wants latest versions only, is left out
 */
public record DatasetWishes(List<String> names, List<Selection> queries) {
    /** Copies the lists. */
    public DatasetWishes {
        names = List.copyOf(names);
        queries = List.copyOf(queries);
    }
}
