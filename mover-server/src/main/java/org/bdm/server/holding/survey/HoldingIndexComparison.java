package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.StoredReplicaSet;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.Holdings;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.drs.FileKey;
import org.jspecify.annotations.Nullable;

/**
 * Compares holdings, dataset by dataset, with the replica sets that are known: what was published and is not held, what is held and was not
 * published so, and whole datasets that are superseded or withdrawn. Belongs to one thread.
 */
final class HoldingIndexComparison {
    private static final int DATASETS_AT_ONCE = 500;

    private final Catalog catalog;
    private final ExportName export;
    private final StorePath below;
    private final SurveyLog log;
    private final BooleanSupplier mayGoOn;

    HoldingIndexComparison(
            Catalog catalog, ExportName export, StorePath below, SurveyLog log, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.export = export;
        this.below = below;
        this.log = log;
        this.mayGoOn = mayGoOn;
    }

    void run() {
        List<Holdings.NumberedDataset> datasets = catalog.holdings().datasets(0, DATASETS_AT_ONCE);
        while (!datasets.isEmpty()) {
            for (Holdings.NumberedDataset dataset : datasets) {
                if (!mayGoOn.getAsBoolean())
                    throw new MoverException(ErrorCode.CANCELLED, "the comparison was stopped");
                Optional<StoredReplicaSet> set = catalog.replicaSets().find(dataset.instanceId());
                if (set.isPresent()) compare(set.get().set());
            }
            datasets = catalog.holdings()
                    .datasets(datasets.get(datasets.size() - 1).number(), DATASETS_AT_ONCE);
        }
    }

    private void compare(ReplicaSet set) {
        List<Holding> held = held(set.instanceId());
        if (held.isEmpty()) return;
        compareDataset(set, held);
        if (set.variants().isEmpty()) return;
        Optional<String> contradiction = set.contradiction();
        contradiction.ifPresent(text -> log.found(new Finding(
                FindingKind.MISSING,
                export,
                held.get(0).path().parent(),
                set.instanceId(),
                "which files there should be is not certain: " + text)));
        Map<String, ReplicaFile> published = new HashMap<>();
        set.variants().get(0).files().forEach(file -> published.put(FileKey.of(file.name()), file));
        Set<String> found = new HashSet<>();
        for (Holding holding : held) {
            String key = FileKey.of(holding.path().name().shown());
            ReplicaFile file = published.get(key);
            found.add(key);
            if (file == null) log.found(FindingKind.EXTRA, holding, extra(contradiction));
            else compareFile(holding, file);
        }
        StorePath directory = held.get(0).path().parent();
        for (ReplicaFile file : set.variants().get(0).files()) {
            if (found.contains(FileKey.of(file.name()))) continue;
            log.found(new Finding(
                    FindingKind.MISSING,
                    export,
                    directory.child(FileName.ofUtf8(file.name())),
                    set.instanceId(),
                    "is published in this dataset and not held"));
        }
    }

    private static String extra(Optional<String> contradiction) {
        return contradiction.isEmpty()
                ? "is not among the published files of its dataset"
                : "is not among the listed files of its dataset, and the list may lack some";
    }

    private List<Holding> held(String instanceId) {
        List<Holding> held = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(instanceId, null, export, below, cursor, RowPage.ROWS_MAX));
            held.addAll(page.rows());
            cursor = page.nextCursor();
        } while (cursor != null);
        return held;
    }

    /** One finding for the dataset, under its directory; files that are marked already are told one by one elsewhere. */
    private void compareDataset(ReplicaSet set, List<Holding> held) {
        HoldingState told = set.retracted() ? HoldingState.RETRACTED : HoldingState.SUPERSEDED;
        boolean isCurrent = !set.retracted() && set.latest() && !set.deprecated();
        if (isCurrent || held.stream().anyMatch(holding -> holding.state() == told)) return;
        log.found(new Finding(
                set.retracted() ? FindingKind.RETRACTED : FindingKind.SUPERSEDED,
                export,
                held.get(0).path().parent(),
                set.instanceId(),
                set.retracted() ? "the dataset was withdrawn" : "a newer version of the dataset is known"));
    }

    private void compareFile(Holding holding, ReplicaFile file) {
        List<String> differences = new ArrayList<>();
        if (file.size().isPresent() && file.size().getAsLong() != holding.size()) {
            differences.add("size is " + holding.size() + ", published is "
                    + file.size().getAsLong());
        }
        for (ReplicaDigest published : file.digests()) {
            for (HoldingDigest known : holding.digests()) {
                boolean isOther =
                        known.digest().algorithm() == published.value().algorithm()
                                && !known.digest().equals(published.value());
                if (isOther) {
                    differences.add(known.origin().shownAs() + " digest is " + known.digest() + ", published is "
                            + published.value());
                }
            }
        }
        if (!differences.isEmpty()) log.found(FindingKind.DIFFERENT, holding, String.join("; ", differences));
    }
}
