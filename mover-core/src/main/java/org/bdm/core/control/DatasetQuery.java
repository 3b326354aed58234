package org.bdm.core.control;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The datasets that indexes find.
 *
 * @param text Words that the record of a dataset has to hold; null for none. Such as {@code temperature}.
 * @param allVersions True to take versions that are not the latest, too; null means false.
 * @param withRetracted True to take retracted versions, too; null means false.
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
