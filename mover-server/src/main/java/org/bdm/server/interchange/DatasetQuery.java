package org.bdm.server.interchange;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All datasets that a search finds. All facets must fit; of the values of one facet any.
 *
 * @param facets wanted values by the name of the facet, as the list spells it
 * @param excluded values that are not wanted
 * @param values wanted values without a name of a facet: whoever searches has to find out whose they are
 * @param settings what else steers the search: {@code latest}, {@code replica}, {@code distrib}, {@code retracted}, {@code from} and
 *     {@code to} (time of indexing), {@code min_version}, {@code max_version}, {@code timeslice},
 *     {@code searchapi_host}, {@code query}
 */
public record DatasetQuery(
        Map<String, List<String>> facets,
        Map<String, List<String>> excluded,
        List<String> values,
        Map<String, String> settings)
        implements ImportedEntry {
    /** Copies all. */
    public DatasetQuery {
        facets = Map.copyOf(facets);
        excluded = Map.copyOf(excluded);
        values = List.copyOf(values);
        settings = Map.copyOf(settings);
    }

    @Override
    public @Nullable DatasetId dataset() {
        return null;
    }

    @Override
    public int files() {
        return 0;
    }

    @Override
    public @Nullable Long sizeBytes() {
        return null;
    }
}
