package org.bdm.server.dataset.replica;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;

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

    /** Names that cannot be those of datasets. */
    public List<String> impossible() {
        return names.stream().filter(name -> !isPossible(name)).distinct().toList();
    }

    /** True if a dataset can have this name. */
    public static boolean isPossible(String name) {
        return DatasetName.read(name).isPresent();
    }

    /** The same without these names. */
    public DatasetWishes without(List<String> unwanted) {
        if (unwanted.isEmpty()) return this;
        Set<String> left = new HashSet<>(unwanted);
        return new DatasetWishes(
                names.stream().filter(name -> !left.contains(name)).toList(), queries);
    }
}
