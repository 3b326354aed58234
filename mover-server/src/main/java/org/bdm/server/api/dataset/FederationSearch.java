package org.bdm.server.api.dataset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.bdm.core.control.dataset.FoundDatasetView;
import org.bdm.core.control.dataset.ReplicaFileView;
import org.bdm.core.control.dataset.SearchView;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.dataset.replica.UnknownFacets;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.message.IndexWarningViews;
import org.jspecify.annotations.Nullable;

/** One search: gathers what indexes say until the limit, and shows it merged. Used once, by one thread. */
final class FederationSearch {
    private static final int CLAIMS_MAX = 200_000;

    private final Federation federation;
    private final Selection selection;
    private final Federation.Depth depth;
    private final Set<String> indexes;
    private final int limit;
    private final ReplicaMerge merge = new ReplicaMerge();
    private final Set<String> names = new HashSet<>();
    private long claims;
    private @Nullable String cut;

    FederationSearch(
            Federation federation, Selection selection, Federation.Depth depth, Set<String> indexes, int limit) {
        this.federation = federation;
        this.selection = selection;
        this.depth = depth;
        this.indexes = Set.copyOf(indexes);
        this.limit = limit;
    }

    /** Ends a search whose further answers would not be shown. */
    private static final class EnoughException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EnoughException() {
            super("enough", null, false, false);
        }
    }

    /** INVALID_REQUEST for a facet that nobody knows. */
    SearchView run() {
        List<IndexWarning> warnings = List.of();
        try {
            boolean isOfAll = indexes.containsAll(federation.indexes());
            warnings = isOfAll
                    ? federation.search(selection, depth, this::take)
                    : federation.searchAt(indexes, selection, depth, this::take);
        } catch (EnoughException enough) {
            if (cut == null) throw enough;
        }
        List<ReplicaSet> sets = merge.sets();
        boolean isComplete = cut == null && warnings.stream().noneMatch(IndexWarning::affectsCompleteness);
        if (isComplete) UnknownFacets.refuse(warnings, !sets.isEmpty(), List.of(selection));
        List<ReplicaFileView> files = new ArrayList<>();
        if (depth == Federation.Depth.FILES) {
            for (ReplicaSet set : sets) {
                set.variants()
                        .forEach(variant ->
                                variant.files().forEach(file -> files.add(ReplicaViews.file(set, file, Map.of()))));
            }
        }
        return new SearchView(
                sets.stream().map(FederationSearch::view).toList(),
                files,
                isComplete,
                cut,
                IndexWarningViews.of(warnings));
    }

    private void take(Claim claim) {
        String key = DatasetName.of(claim.instanceId()).key();
        if (!names.contains(key) && names.size() == limit) {
            cut = "there are more than " + limit + " datasets; narrow the query or raise the limit";
            throw new EnoughException();
        }
        if (++claims > CLAIMS_MAX) {
            cut = "there are more than " + CLAIMS_MAX + " records; narrow the query";
            throw new EnoughException();
        }
        names.add(key);
        merge.add(claim);
    }

    private static FoundDatasetView view(ReplicaSet set) {
        boolean hasFiles = !set.variants().isEmpty();
        long listed = hasFiles ? set.variants().get(0).files().size() : 0;
        long bytes = hasFiles ? set.variants().get(0).bytes() : 0;
        boolean isLatest =
                set.claims().stream().anyMatch(claim -> claim.latest().orElse(false));
        return new FoundDatasetView(
                set.instanceId(),
                set.project(),
                isLatest && !set.retracted(),
                set.retracted(),
                hasFiles
                        ? Long.valueOf(listed)
                        : mostSaid(set, ReplicaClaim::files).orElse(null),
                hasFiles
                        ? Long.valueOf(bytes)
                        : mostSaid(set, ReplicaClaim::bytes).orElse(null),
                set.nodes().stream().map(ReplicaNode::name).toList(),
                List.copyOf(new TreeSet<>(
                        set.claims().stream().map(ReplicaClaim::index).toList())));
    }

    private static Optional<Long> mostSaid(ReplicaSet set, Function<ReplicaClaim, OptionalLong> what) {
        Map<Long, Integer> votes = new TreeMap<>();
        set.claims().forEach(claim -> what.apply(claim).ifPresent(number -> votes.merge(number, 1, Integer::sum)));
        Collection<Integer> counts = votes.values();
        int most = counts.stream().mapToInt(Integer::intValue).max().orElse(0);
        return votes.entrySet().stream()
                .filter(entry -> entry.getValue() == most)
                .map(Map.Entry::getKey)
                .max(Long::compare);
    }
}
