package org.bdm.core.control;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which datasets are meant: those that indexes find.
 *
 * @param facets wanted values by facet name: any value of a facet, all facets
 * @param excluded unwanted values by facet name
 * @param text words that the record has to hold
 * @param allVersions also versions that are not the latest; null means false
 * @param withRetracted also those that were withdrawn; null means false
 */
public record DatasetQuery(
        Map<String, List<String>> facets,
        Map<String, List<String>> excluded,
        @Nullable String text,
        @Nullable Boolean allVersions,
        @Nullable Boolean withRetracted) {
    /** An absent map is an empty one. */
    public DatasetQuery {
        facets = facets == null ? Map.of() : Map.copyOf(facets);
        excluded = excluded == null ? Map.of() : Map.copyOf(excluded);
    }
}
