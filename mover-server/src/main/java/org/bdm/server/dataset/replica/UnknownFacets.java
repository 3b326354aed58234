package org.bdm.server.dataset.replica;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;

/** The refusal of queries for facets that nobody knows, the same wherever a query is taken. */
public final class UnknownFacets {
    private UnknownFacets() {}

    /**
     * INVALID_REQUEST if nothing was found, or not left out, for a facet that nobody knows; the sentence names the nearest one. An index may have
     * facets of its own: what it finds by one says that it has it.
     */
    public static void refuse(Collection<IndexWarning> warnings, boolean isAnythingFound, List<Selection> queries) {
        wrong(warnings, isAnythingFound, queries).ifPresent(text -> {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "query: " + text);
        });
    }

    private static Optional<String> wrong(
            Collection<IndexWarning> warnings, boolean isAnythingFound, List<Selection> queries) {
        return warnings.stream()
                .filter(warning -> warning.code().equals(IndexWarning.UNKNOWN_FACET))
                .map(IndexWarning::text)
                .filter(text -> !isAnythingFound || queries.stream().anyMatch(query -> isExcluded(text, query)))
                .findFirst();
    }

    private static boolean isExcluded(String text, Selection query) {
        return query.excluded().keySet().stream().anyMatch(facet -> text.contains("'" + facet + "'"));
    }
}
