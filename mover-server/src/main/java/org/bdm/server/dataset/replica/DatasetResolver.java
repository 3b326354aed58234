package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;

/**
 * Finds out what is known of datasets now: which versions a query means, then all claims of each, merged and, if wanted, stored. Asks in
 * batches, so that memory does not grow with the query. Safe on any thread that may block for long.
 */
public final class DatasetResolver {
    private static final int BATCH_DATASETS = 100;
    private static final Comparator<IndexWarning> ORDER = Comparator.comparing(IndexWarning::index)
            .thenComparing(IndexWarning::code)
            .thenComparing(IndexWarning::text);

    private final Federation federation;
    private final Catalog catalog;

    /** Makes a resolver that asks these indexes and stores in this catalog. */
    public DatasetResolver(Federation federation, Catalog catalog) {
        this.federation = federation;
        this.catalog = catalog;
    }

    /** True if what was found out is kept. */
    public enum Keeping {
        /** The sets are stored; durable before they are given. */
        STORED,
        /** Nothing is changed. */
        FORGOTTEN
    }

    /**
     * Asks the indexes.
     *
     * @param receiver takes each set, in the order of their names
     * @throws MoverException TOO_LARGE for more than 200,000 datasets; what {@link Federation#search} throws; what the receiver throws
     */
    public Resolved resolve(DatasetWishes wishes, Keeping keeping, Consumer<ReplicaSet> receiver) {
        Outcome outcome = new Outcome();
        WantedNames names = names(wishes, outcome);
        for (List<WantedNames.Wanted> batch : names.batches(BATCH_DATASETS)) {
            resolveBatch(batch, keeping, receiver, outcome);
        }
        return outcome.resolved();
    }

    private WantedNames names(DatasetWishes wishes, Outcome outcome) {
        WantedNames names = new WantedNames();
        if (wishes.asOf().isPresent()) {
            chooseAsOf(wishes, wishes.asOf().get(), names, outcome);
            return names;
        }
        for (String text : new TreeSet<>(wishes.names())) {
            DatasetName name = DatasetName.of(text);
            if (!name.version().isEmpty()) {
                names.addNamed(name);
                continue;
            }
            int before = names.size();
            find(ofMaster(name), names, outcome);
            if (names.size() == before) outcome.unknown.add(text);
        }
        for (Selection query : wishes.queries()) find(query, names, outcome);
        return names;
    }

    private void find(Selection query, WantedNames names, Outcome outcome) {
        boolean latestOnly = query.latest().orElse(false);
        outcome.warnings.addAll(federation.search(query, Federation.Depth.AT_HAND, claim -> {
            if (claim instanceof ClaimedDataset) names.addFound(DatasetName.of(claim.instanceId()), latestOnly);
            outcome.atHand.add(claim);
        }));
        outcome.atHand.end();
    }

    private void chooseAsOf(DatasetWishes wishes, AsOf asOf, WantedNames names, Outcome outcome) {
        for (String text : new TreeSet<>(wishes.names())) {
            VersionsAsOf versions = versions(ofMaster(DatasetName.of(text)), asOf, outcome);
            if (versions.isEmpty()) outcome.unknown.add(text);
            for (VersionsAsOf.Choice choice : versions.choices()) {
                if (choice.chosen().isEmpty()) outcome.unknown(text, choice.reason());
                else outcome.choose(choice, names);
            }
        }
        for (Selection query : wishes.queries()) {
            for (VersionsAsOf.Choice choice : versions(query, asOf, outcome).choices()) {
                switch (choice.ending()) {
                    case CHOSEN -> outcome.choose(choice, names);
                    case LATER -> outcome.leftOut.add(choice.sentence());
                    case UNDATED -> outcome.unknown(choice.dataset(), choice.reason());
                }
            }
        }
    }

    private static Selection ofMaster(DatasetName name) {
        return Selection.ofFacets(Map.of("master_id", List.of(name.masterId())));
    }

    /** Asks for versions in any state: what was the newest then may be superseded or withdrawn now. */
    private VersionsAsOf versions(Selection query, AsOf asOf, Outcome outcome) {
        VersionsAsOf versions = new VersionsAsOf(asOf);
        outcome.warnings.addAll(federation.search(query.ofAnyVersion(), Federation.Depth.AT_HAND, claim -> {
            if (claim instanceof ClaimedDataset dataset) {
                versions.add(
                        DatasetName.of(claim.instanceId()),
                        dataset.status().retracted().orElse(false));
            }
            outcome.atHand.add(claim);
        }));
        outcome.atHand.end();
        for (VersionsAsOf.Choice choice : versions.choices()) {
            choice.others().forEach(other -> outcome.atHand.take(other.key()));
        }
        return versions;
    }

    private void resolveBatch(
            List<WantedNames.Wanted> batch, Keeping keeping, Consumer<ReplicaSet> receiver, Outcome outcome) {
        BatchOfClaims claims = new BatchOfClaims();
        List<IndexWarning> warnings = ask(batch, outcome.atHand, claims);
        outcome.warnings.addAll(warnings);
        boolean isComplete = warnings.stream().noneMatch(IndexWarning::affectsCompleteness);
        for (WantedNames.Wanted one : batch) {
            Optional<ReplicaSet> stored =
                    catalog.replicaSets().find(one.name().instanceId()).map(found -> found.set());
            stored.ifPresent(set -> claims.remember(set, isComplete));
        }
        List<ReplicaSet> sets = new VersionFlags(catalog)
                .withLatest(claims.sets()).stream().map(outcome::superseded).toList();
        if (keeping == Keeping.STORED) new ReplicaStore(catalog).put(sets);
        Set<String> found = new TreeSet<>();
        for (ReplicaSet set : sets) {
            String key = DatasetName.of(set.instanceId()).key();
            WantedNames.Wanted wanted = batch.stream()
                    .filter(one -> one.name().key().equals(key))
                    .findFirst()
                    .orElse(null);
            if (wanted == null) continue; // an index that answers more than it was asked
            found.add(key);
            give(set, wanted, receiver, outcome);
        }
        for (WantedNames.Wanted one : batch) {
            if (!found.contains(one.name().key()))
                outcome.unknown.add(one.name().instanceId());
        }
    }

    /** Asks each index for the datasets of which it did not tell everything when they were found. */
    private List<IndexWarning> ask(List<WantedNames.Wanted> batch, ClaimsAtHand atHand, BatchOfClaims claims) {
        Map<Set<String>, List<String>> namesByTold = new LinkedHashMap<>();
        for (WantedNames.Wanted one : batch) {
            String key = one.name().key();
            namesByTold
                    .computeIfAbsent(atHand.indexes(key), told -> new ArrayList<>())
                    .add(one.name().instanceId());
            atHand.take(key).forEach(claims::add);
        }
        List<IndexWarning> warnings = new ArrayList<>();
        namesByTold.forEach((told, names) -> {
            Selection wanted = Selection.ofDatasets(names);
            Set<String> others = new LinkedHashSet<>(federation.indexes());
            others.removeAll(told);
            if (told.isEmpty()) warnings.addAll(federation.search(wanted, Federation.Depth.FILES, claims::add));
            else if (!others.isEmpty())
                warnings.addAll(federation.searchAt(others, wanted, Federation.Depth.FILES, claims::add));
        });
        return warnings;
    }

    private static String withdrawn(ReplicaSet set) {
        return set.instanceId() + ": an index says that it was withdrawn";
    }

    private static void give(
            ReplicaSet set, WantedNames.Wanted wanted, Consumer<ReplicaSet> receiver, Outcome outcome) {
        if (!wanted.isByName() && set.retracted()) {
            outcome.leftOut.add(withdrawn(set));
        } else if (wanted.latestOnly() && !set.latest()) {
            outcome.leftOut.add(set.instanceId() + ": a newer version is known");
        } else {
            outcome.datasets++;
            receiver.accept(set);
        }
    }

    /**
     * Takes what is stored, and asks nobody.
     *
     * @throws MoverException UNSUPPORTED for queries, which only indexes can answer
     */
    public Resolved stored(DatasetWishes wishes, Consumer<ReplicaSet> receiver) {
        if (!wishes.queries().isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "only indexes answer a query; offline, name the datasets themselves");
        }
        Outcome outcome = new Outcome();
        for (String text : new TreeSet<>(wishes.names())) {
            DatasetName name = DatasetName.of(text);
            Optional<String> instanceId = name.version().isEmpty()
                    ? storedVersion(text, name.masterId(), wishes, outcome)
                    : Optional.of(name.instanceId());
            Optional<ReplicaSet> set =
                    instanceId.flatMap(id -> catalog.replicaSets().find(id)).map(found -> found.set());
            if (set.isEmpty()) {
                outcome.unknown.add(text);
                continue;
            }
            if (wishes.asOf().isPresent() && set.get().retracted()) {
                outcome.leftOut.add(withdrawn(set.get()));
                continue;
            }
            outcome.datasets++;
            receiver.accept(set.get());
        }
        return outcome.resolved();
    }

    /** The latest stored version, or that of the wanted day. */
    private Optional<String> storedVersion(String text, String masterId, DatasetWishes wishes, Outcome outcome) {
        List<ReplicaSetSummary> stored = catalog.replicaSets().versions(masterId);
        if (wishes.asOf().isEmpty()) {
            return stored.stream()
                    .filter(ReplicaSetSummary::latest)
                    .map(ReplicaSetSummary::instanceId)
                    .findFirst();
        }
        VersionsAsOf versions = new VersionsAsOf(wishes.asOf().get());
        stored.forEach(one -> versions.add(DatasetName.of(one.instanceId()), one.retracted()));
        for (VersionsAsOf.Choice choice : versions.choices()) {
            if (choice.chosen().isPresent()) return choice.chosen().map(DatasetName::instanceId);
            outcome.unknown(text, choice.reason());
        }
        return Optional.empty();
    }

    /** The results gathered while batches are resolved. */
    private static final class Outcome {
        private final Set<IndexWarning> warnings = new LinkedHashSet<>();
        private final Set<String> unknown = new TreeSet<>();
        private final List<String> leftOut = new ArrayList<>();
        private final ClaimsAtHand atHand = new ClaimsAtHand();
        private final Map<String, String> reasons = new HashMap<>();
        private final Set<String> superseded = new HashSet<>();
        private int datasets;

        void unknown(String name, String reason) {
            unknown.add(name);
            reasons.put(name, reason);
        }

        void choose(VersionsAsOf.Choice choice, WantedNames names) {
            choice.chosen().ifPresent(version -> {
                names.addFound(version, false);
                if (choice.isSuperseded()) superseded.add(version.key());
            });
        }

        /** A newer version was found beside it, which is not among the sets. */
        ReplicaSet superseded(ReplicaSet set) {
            return superseded.contains(DatasetName.of(set.instanceId()).key()) ? set.withLatest(false) : set;
        }

        Resolved resolved() {
            List<IndexWarning> sorted = new ArrayList<>();
            warnings.stream().sorted(ORDER).forEach(warning -> {
                IndexWarning last = sorted.isEmpty() ? null : sorted.get(sorted.size() - 1);
                boolean isRepeated = last != null
                        && last.index().equals(warning.index())
                        && last.code().equals(warning.code())
                        && last.text().equals(warning.text());
                if (!isRepeated) sorted.add(warning);
            });
            return new Resolved(datasets, sorted, List.copyOf(unknown), leftOut, reasons);
        }
    }
}
