package org.bdm.server.dataset.replica;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;

/**
 * The datasets that are wanted.
 *
 * @param names with or without version; without it the latest is meant
 * @param queries whatever these find; what is withdrawn, or superseded though the query wants latest versions only, is left out
 * @param asOf the day whose versions are wanted instead of the latest; no name has a version then
 */
public record DatasetWishes(List<String> names, List<Selection> queries, Optional<AsOf> asOf) {
    /** Copies the lists. */
    public DatasetWishes {
        names = List.copyOf(names);
        queries = List.copyOf(queries);
    }

    /** The latest versions. */
    public DatasetWishes(List<String> names, List<Selection> queries) {
        this(names, queries, Optional.empty());
    }

    /** Names that cannot be those of datasets. */
    public List<String> impossible() {
        return names.stream().filter(name -> !isPossible(name)).distinct().toList();
    }

    /** True if a dataset can have this name. */
    public static boolean isPossible(String name) {
        return DatasetName.read(name).isPresent();
    }

    /** True if a name says which version of the dataset is meant. */
    public static boolean namesVersion(String name) {
        return DatasetName.of(name.strip()).hasVersion();
    }

    /** The same without these names. */
    public DatasetWishes without(List<String> unwanted) {
        if (unwanted.isEmpty()) return this;
        Set<String> left = new HashSet<>(unwanted);
        return new DatasetWishes(
                names.stream().filter(name -> !left.contains(name)).toList(), queries, asOf);
    }
}
