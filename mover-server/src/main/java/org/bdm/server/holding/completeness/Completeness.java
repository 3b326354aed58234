package org.bdm.server.holding.completeness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HeldDataset;
import org.bdm.server.catalog.holding.KnownDataset;
import org.bdm.server.catalog.survey.UnconfiguredExports.Parted;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.FileKey;
import org.jspecify.annotations.Nullable;

/**
 * The completeness of dataset versions by site: this site by its holdings, data nodes by what indexes say. Reads the catalog in few
 * statements, whatever the number of datasets. Any thread that may block.
 */
public final class Completeness {
    private final Catalog catalog;
    private final SiteName own;
    private final Supplier<Set<ExportName>> configured;

    /**
     * With its parts.
     *
     * @param configured exports that the nodes of the site have: what is held at others counts as held nowhere
     */
    public Completeness(Catalog catalog, SiteName own, Supplier<Set<ExportName>> configured) {
        this.catalog = catalog;
        this.own = own;
        this.configured = configured;
    }

    /** The matrix of these dataset versions; an id that nobody knows has a row of ABSENT cells. */
    public CompletenessMatrix of(List<String> instanceIds) {
        Map<String, KnownDataset> known = catalog.holdings().knownDatasets(instanceIds);
        Map<String, HeldDataset> held = new HashMap<>(catalog.holdings().ofDatasets(instanceIds));
        Map<String, Parted> parted = catalog.unconfiguredExports().of(List.copyOf(held.keySet()), configured.get());
        parted.forEach((key, of) -> held.computeIfPresent(key, (same, all) -> here(all, of)));
        TreeSet<String> nodes = new TreeSet<>();
        known.values().forEach(dataset -> dataset.nodes().forEach(node -> nodes.add(node.name())));
        Map<String, Integer> wanted = wantedFiles(known, held, parted);
        OtherVersions others = others(instanceIds, known, held, nodes);
        Map<String, DatasetMark> marks = catalog.marks().find(instanceIds);
        List<CompletenessRow> rows = new ArrayList<>();
        for (String id : instanceIds) {
            String key = id.toLowerCase(Locale.ROOT);
            List<CompletenessCell> cells =
                    cells(id, known.get(key), held.get(key), wanted.getOrDefault(key, 0), nodes, others);
            if (parted.containsKey(key))
                cells.set(0, cells.get(0).with(parted.get(key).outside()));
            rows.add(row(id, known.get(key), marks.get(key), cells));
        }
        List<String> sites = new ArrayList<>(List.of(own.value()));
        sites.addAll(nodes);
        return new CompletenessMatrix(sites, rows);
    }

    /** Without what is held at exports that nobody has. */
    private static @Nullable HeldDataset here(HeldDataset all, Parted of) {
        if (of.names().isEmpty() && of.disputed() == 0) return null;
        return new HeldDataset(
                all.instanceId(),
                of.names().size(),
                all.nameSum(),
                of.disputed(),
                all.retracted(),
                Math.min(all.ownDigests(), of.vouched()),
                all.weakest(),
                all.lastComputed());
    }

    /** Returns how many of the published files are held; names are compared only where their sum says that they differ. */
    private Map<String, Integer> wantedFiles(
            Map<String, KnownDataset> known, Map<String, HeldDataset> held, Map<String, Parted> parted) {
        Map<String, Integer> wanted = new HashMap<>();
        List<String> different = new ArrayList<>();
        held.forEach((key, ours) -> {
            KnownDataset published = known.get(key);
            if (published == null) return;
            Long sum = published.nameSum();
            if (sum != null && sum == ours.nameSum() && !parted.containsKey(key)) wanted.put(key, published.files());
            else different.add(key);
        });
        Map<String, Set<String>> publishedNames = catalog.holdings().knownNames(different);
        Map<String, Set<String>> heldNames = catalog.holdings().heldNames(different);
        for (String key : different) {
            Set<String> have = new HashSet<>();
            Parted of = parted.get(key);
            Set<String> names = of == null ? heldNames.getOrDefault(key, Set.of()) : of.names();
            names.forEach(name -> have.add(FileKey.of(name)));
            long count = publishedNames.getOrDefault(key, Set.of()).stream()
                    .map(FileKey::of)
                    .distinct()
                    .filter(have::contains)
                    .count();
            wanted.put(key, (int) count);
        }
        return wanted;
    }

    /** Versions beside those that were asked for, by name without version. */
    private record OtherVersions(Map<String, List<String>> held, Map<String, Map<String, Set<String>>> atNodes) {}

    /** Only of datasets that are missing somewhere: who has a version is not asked for others. */
    private OtherVersions others(
            List<String> instanceIds,
            Map<String, KnownDataset> known,
            Map<String, HeldDataset> held,
            Set<String> nodes) {
        Set<String> missingHere = new LinkedHashSet<>();
        Set<String> missingAtNodes = new LinkedHashSet<>();
        for (String id : instanceIds) {
            String key = id.toLowerCase(Locale.ROOT);
            KnownDataset dataset = known.get(key);
            if (!held.containsKey(key)) missingHere.add(DatasetName.of(id).masterId());
            boolean isAtAll = dataset != null && dataset.nodes().size() == nodes.size();
            if (!isAtAll) missingAtNodes.add(DatasetName.of(id).masterId());
        }
        return new OtherVersions(
                catalog.holdings().heldVersions(List.copyOf(missingHere)),
                nodes.isEmpty() ? Map.of() : catalog.holdings().versionsAtNodes(List.copyOf(missingAtNodes)));
    }

    private static List<CompletenessCell> cells(
            String id,
            @Nullable KnownDataset known,
            @Nullable HeldDataset held,
            int wanted,
            Set<String> nodes,
            OtherVersions others) {
        String master = DatasetName.of(id).masterId();
        List<CompletenessCell> cells = new ArrayList<>();
        cells.add(
                held == null ? other(id, others.held().getOrDefault(master, List.of())) : ownCell(held, wanted, known));
        Map<String, Set<String>> atNodes = others.atNodes().getOrDefault(master, Map.of());
        for (String name : nodes) {
            KnownDataset.Node node = known == null
                    ? null
                    : known.nodes().stream()
                            .filter(one -> one.name().equals(name))
                            .findFirst()
                            .orElse(null);
            cells.add(
                    node == null || known == null
                            ? other(id, atNodes.getOrDefault(name, Set.of()))
                            : nodeCell(node, known));
        }
        return cells;
    }

    private static CompletenessRow row(
            String id, @Nullable KnownDataset known, @Nullable DatasetMark mark, List<CompletenessCell> cells) {
        return known == null
                ? new CompletenessRow(id, 0, 0, false, false, mark, cells)
                : new CompletenessRow(
                        known.instanceId(),
                        known.files(),
                        known.bytes(),
                        known.latest(),
                        known.retracted(),
                        mark,
                        cells);
    }

    private static CompletenessCell other(String id, Iterable<String> versions) {
        String newest = null;
        for (String version : versions) {
            if (version.equalsIgnoreCase(id)) continue;
            boolean isNewer = newest == null
                    || DatasetName.compareVersions(
                                    DatasetName.of(version).version(),
                                    DatasetName.of(newest).version())
                            > 0;
            if (isNewer) newest = version;
        }
        return newest == null ? CompletenessCell.ABSENT : CompletenessCell.otherVersion(newest);
    }

    private static CompletenessCell ownCell(HeldDataset held, int wanted, @Nullable KnownDataset known) {
        boolean isKnown = known != null && known.files() > 0;
        int files = isKnown ? wanted : held.files();
        CompletenessState state = CompletenessState.UNKNOWN;
        if (known != null && isKnown) {
            state = files == known.files()
                    ? CompletenessState.COMPLETE
                    : files > 0 ? CompletenessState.PARTIAL : CompletenessState.ABSENT;
            state = doubted(known, state);
        }
        if (held.disputed() > 0) state = CompletenessState.DISPUTED;
        if (held.retracted() > 0 || (known != null && known.retracted())) state = CompletenessState.RETRACTED;
        return new CompletenessCell(state, files, null, held.ownDigests(), held.weakest(), held.lastComputed());
    }

    private static CompletenessCell nodeCell(KnownDataset.Node node, KnownDataset known) {
        int files = node.files();
        if (node.retracted()) return CompletenessCell.of(CompletenessState.RETRACTED, files);
        if (node.variant().isEmpty()) return CompletenessCell.of(CompletenessState.UNKNOWN, files);
        if (node.variant().getAsInt() != 0) return CompletenessCell.of(CompletenessState.DISPUTED, files);
        boolean isComplete = files >= known.files();
        CompletenessState state = isComplete ? CompletenessState.COMPLETE : CompletenessState.PARTIAL;
        return CompletenessCell.of(doubted(known, state), files);
    }

    /** All of a list whose extent is contradicted may be a part. */
    private static CompletenessState doubted(KnownDataset known, CompletenessState state) {
        boolean isDoubtful = state == CompletenessState.COMPLETE && known.contradiction() != null;
        return isDoubtful ? CompletenessState.UNKNOWN : state;
    }
}
