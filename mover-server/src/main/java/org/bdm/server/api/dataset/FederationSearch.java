package org.bdm.server.api.dataset;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.dataset.replica.AsOf;
import org.bdm.server.dataset.replica.UnknownFacets;
import org.bdm.server.dataset.replica.VersionsAsOf;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.message.IndexWarningViews;
import org.jspecify.annotations.Nullable;

/** One search: gathers what indexes say until the limit, and shows it merged. Used once, by one thread. */
final class FederationSearch {
    private static final int CLAIMS_MAX = 200_000;
    private static final int DATASETS_NAMED_MAX = 100;

    private static final String WITHDRAWN = ": an index says that it was withdrawn since; --with-retracted shows it";

    private final Federation federation;
    private final Selection selection;
    private final Federation.Depth depth;
    private final Set<String> indexes;
    private final int limit;
    private final @Nullable VersionsAsOf asOf;
    private final Clock clock;
    private final ReplicaMerge merge = new ReplicaMerge();
    private final Set<String> names = new HashSet<>();
    private final Set<String> superseded = new HashSet<>(); // versions of a day, of which a newer one was found
    private long claims;
    private @Nullable String cut;

    /**
     * Makes a search.
     *
     * @param asOf the day whose versions are wanted, in place of those that the selection says
     */
    FederationSearch(
            Federation federation,
            Selection selection,
            Federation.Depth depth,
            Set<String> indexes,
            int limit,
            Optional<AsOf> asOf,
            Clock clock) {
        this.federation = federation;
        this.selection = selection;
        this.depth = depth;
        this.indexes = Set.copyOf(indexes);
        this.limit = limit;
        this.asOf = asOf.map(VersionsAsOf::new).orElse(null);
        this.clock = clock;
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
            Selection question = asOf == null ? selection : selection.ofAnyVersion();
            warnings = isOfAll
                    ? federation.search(question, depth, this::take)
                    : federation.searchAt(indexes, question, depth, this::take);
        } catch (EnoughException enough) {
            if (cut == null) throw enough;
        }
        List<IndexWarning> all = new ArrayList<>(warnings);
        List<ReplicaSet> sets = asOf == null ? merge.sets() : chosen(asOf, all);
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
                sets.stream().map(this::view).toList(), files, isComplete, cut, IndexWarningViews.of(all));
    }

    /** Of each dataset the version of the day; what has none, or was withdrawn since, is a warning. */
    private List<ReplicaSet> chosen(VersionsAsOf versions, List<IndexWarning> warnings) {
        Map<String, ReplicaSet> known = new HashMap<>();
        merge.sets().forEach(set -> known.put(DatasetName.of(set.instanceId()).key(), set));
        List<ReplicaSet> chosen = new ArrayList<>();
        List<IndexWarning> found = new ArrayList<>();
        for (VersionsAsOf.Choice choice : versions.choices()) {
            if (choice.ending() == VersionsAsOf.Ending.UNDATED) {
                ReplicaSet any = known.get(choice.others().get(0).key());
                found.add(warning(any, "VERSION_UNDATED", choice.sentence()));
            }
            ReplicaSet set = choice.chosen()
                    .flatMap(name -> Optional.ofNullable(known.get(name.key())))
                    .orElse(null);
            if (set == null) continue;
            boolean isUnwanted = set.retracted() && selection.retracted().isPresent();
            if (isUnwanted) found.add(warning(set, "VERSION_WITHDRAWN", set.instanceId() + WITHDRAWN));
            else if (chosen.size() < limit) {
                chosen.add(set);
                if (choice.isSuperseded()) superseded.add(set.instanceId());
            } else cut = moreThan(limit);
        }
        found.stream().limit(DATASETS_NAMED_MAX).forEach(warnings::add);
        return chosen;
    }

    private IndexWarning warning(@Nullable ReplicaSet about, String code, String text) {
        List<ReplicaClaim> claims = about == null ? List.of() : about.claims();
        return new IndexWarning(claims.isEmpty() ? "" : claims.get(0).index(), code, text, false, clock.instant());
    }

    private static String moreThan(int limit) {
        return "there are more than " + limit + " datasets; narrow the query or raise the limit";
    }

    /** Keeps every version: before the last answer nobody knows which one is chosen. */
    private void takeVersion(VersionsAsOf versions, Claim claim) {
        if (++claims > CLAIMS_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "there are more than " + CLAIMS_MAX + " records of all versions; narrow the query");
        }
        if (claim instanceof ClaimedDataset dataset) {
            versions.add(
                    DatasetName.of(claim.instanceId()),
                    dataset.status().retracted().orElse(false));
        }
        merge.add(claim);
    }

    private void take(Claim claim) {
        if (asOf != null) {
            takeVersion(asOf, claim);
            return;
        }
        String key = DatasetName.of(claim.instanceId()).key();
        if (!names.contains(key) && names.size() == limit) {
            cut = moreThan(limit);
            throw new EnoughException();
        }
        if (++claims > CLAIMS_MAX) {
            cut = "there are more than " + CLAIMS_MAX + " records; narrow the query";
            throw new EnoughException();
        }
        names.add(key);
        merge.add(claim);
    }

    private FoundDatasetView view(ReplicaSet set) {
        boolean hasFiles = !set.variants().isEmpty();
        long listed = hasFiles ? set.variants().get(0).files().size() : 0;
        long bytes = hasFiles ? set.variants().get(0).bytes() : 0;
        boolean isLatest =
                set.claims().stream().anyMatch(claim -> claim.latest().orElse(false));
        return new FoundDatasetView(
                set.instanceId(),
                set.project(),
                isLatest && !set.retracted() && !superseded.contains(set.instanceId()),
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
