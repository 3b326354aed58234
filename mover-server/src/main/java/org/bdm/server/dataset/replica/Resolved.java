package org.bdm.server.dataset.replica;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;

/**
 * The result of asking for datasets, besides the sets themselves.
 *
 * @param datasets how many sets were given
 * @param warnings why something may be missing, sorted
 * @param unknown wanted names that nobody knows
 * @param leftOut datasets that a query found and that were not given, with the reason: {@code NAME: REASON}
 * @param reasons of those unknown names that are so for another reason than that nobody knows them
 */
public record Resolved(
        int datasets,
        List<IndexWarning> warnings,
        List<String> unknown,
        List<String> leftOut,
        Map<String, String> reasons) {
    /** Copies the lists. */
    public Resolved {
        warnings = List.copyOf(warnings);
        unknown = List.copyOf(unknown);
        leftOut = List.copyOf(leftOut);
        reasons = Map.copyOf(reasons);
    }

    /** Unknown is what nobody knows. */
    public Resolved(int datasets, List<IndexWarning> warnings, List<String> unknown, List<String> leftOut) {
        this(datasets, warnings, unknown, leftOut, Map.of());
    }

    /** Why a name is unknown; empty if nobody knows it. */
    public Optional<String> reason(String name) {
        return Optional.ofNullable(reasons.get(name));
    }

    /** True if datasets, files or copies may be missing. */
    public boolean isComplete() {
        return warnings.stream().noneMatch(IndexWarning::affectsCompleteness);
    }

    /** The same, and nobody knows these either. */
    public Resolved withUnknown(List<String> others) {
        if (others.isEmpty()) return this;
        return new Resolved(
                datasets,
                warnings,
                Stream.concat(unknown.stream(), others.stream()).toList(),
                leftOut,
                reasons);
    }

    /** INVALID_REQUEST if a query names a facet that nobody knows, and finds nothing by it or was to exclude something. */
    public void refuseUnknownFacets(List<Selection> queries) {
        UnknownFacets.refuse(warnings, datasets > 0 || !leftOut.isEmpty(), queries);
    }
}
