package org.bdm.server.upkeep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HeldDataset;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.KnownDataset;
import org.bdm.server.catalog.removal.PurgeDataset;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/** Writes the files of one plan of removal from what the catalog knows; touches no file. Belongs to one thread. */
final class PurgePlanning {
    private static final int FILES_MAX = 1_000_000;
    private static final int MARKS_AT_ONCE = 100;
    private static final int NODES_SHOWN_MAX = 10;

    private final Catalog catalog;
    private final PurgePlan plan;
    private final PurgeQuestion question;
    private final BooleanSupplier mayGoOn;
    private final Map<ExportName, StorePath> firstOf = new LinkedHashMap<>();
    private int datasets;
    private long files;

    PurgePlanning(Catalog catalog, PurgePlan plan, PurgeQuestion question, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.plan = plan;
        this.question = question;
        this.mayGoOn = mayGoOn;
    }

    /** Writes the plan; gives a file of each export that it has files of. */
    Map<ExportName, StorePath> run() {
        List<DatasetMark> wanted = new ArrayList<>();
        List<DatasetMark> marks = catalog.marks().after(0, MARKS_AT_ONCE);
        while (!marks.isEmpty()) {
            // The catalog may have marks that an older program made by other rules.
            Durable.await(catalog.marks().decideAnew(marks));
            List<String> names = marks.stream().map(DatasetMark::instanceId).toList();
            long last = marks.get(marks.size() - 1).dataset();
            catalog.marks().find(names).values().stream()
                    .filter(question::takes)
                    .forEach(wanted::add);
            marks = catalog.marks().after(last, MARKS_AT_ONCE);
        }
        // Newer versions link to files of older ones: the links go first.
        wanted.sort(Comparator.comparing((DatasetMark mark) ->
                        DatasetName.of(mark.instanceId()).masterId().toLowerCase(Locale.ROOT))
                .thenComparing(mark -> version(mark), Comparator.reverseOrder()));
        for (DatasetMark mark : wanted) add(mark);
        return firstOf;
    }

    private static Long version(DatasetMark mark) {
        String version = DatasetName.of(mark.instanceId()).version();
        return version.isEmpty() ? 0L : Long.parseLong(version);
    }

    private void add(DatasetMark mark) {
        @Nullable PurgeDataset dataset = null;
        @Nullable String cursor = null;
        do {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(
                            mark.instanceId(), null, question.export(), StorePath.ROOT, cursor, RowPage.ROWS_MAX));
            List<Holding> taken = page.rows().stream()
                    .filter(holding -> isTaken(holding, mark))
                    .toList();
            if (!taken.isEmpty()) {
                if (dataset == null) dataset = dataset(++datasets, mark);
                write(dataset, taken);
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private void write(PurgeDataset dataset, List<Holding> taken) {
        List<PurgeFile> rows = new ArrayList<>();
        for (Holding holding : taken) {
            if (++files > FILES_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, "the plan would have more than " + FILES_MAX + " files; select less");
            }
            rows.add(new PurgeFile(
                    files,
                    dataset.ordinal(),
                    holding.export(),
                    holding.path(),
                    holding.size(),
                    holding.modified(),
                    PurgeOutcome.PENDING,
                    "",
                    holding.inode()));
            firstOf.putIfAbsent(holding.export(), holding.path());
        }
        Durable.await(catalog.purges().add(plan.number(), dataset, rows));
    }

    /** True if a plan takes the holding; damaged and disputed ones wait for a person. */
    static boolean isTaken(Holding holding, DatasetMark mark) {
        return mark.isInForce()
                ? holding.state() == mark.state()
                : holding.state().isSound();
    }

    private PurgeDataset dataset(int ordinal, DatasetMark mark) {
        String newer = mark.newer();
        HeldDataset held = newer == null ? null : only(catalog.holdings().ofDatasets(List.of(newer)), newer);
        KnownDataset published = newer == null ? null : only(catalog.holdings().knownDatasets(List.of(newer)), newer);
        KnownDataset own = only(catalog.holdings().knownDatasets(List.of(mark.instanceId())), mark.instanceId());
        return new PurgeDataset(
                ordinal,
                mark.instanceId(),
                mark.state(),
                mark.reason(),
                newer,
                published == null ? 0 : published.files(),
                held == null ? 0 : held.ownDigests(),
                held == null ? null : held.weakest(),
                own == null ? "" : elsewhere(own),
                0,
                0);
    }

    private static <T> @Nullable T only(Map<String, T> found, String instanceId) {
        return found.get(instanceId.toLowerCase(Locale.ROOT));
    }

    /** Data nodes that are said to hold the same bytes. */
    private static String elsewhere(KnownDataset known) {
        return known.nodes().stream()
                .filter(node -> !node.retracted()
                        && node.variant().isPresent()
                        && node.variant().getAsInt() == 0)
                .map(KnownDataset.Node::name)
                .sorted()
                .limit(NODES_SHOWN_MAX)
                .collect(Collectors.joining(", "));
    }
}
