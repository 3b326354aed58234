package org.bdm.server.upkeep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bdm.core.destination.object.ObjectRemoval;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeDataset;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.bucket.PlannedRemovals;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Removes the files of one plan, group by group. In a bucket each is deleted while it is the object of the plan. In a directory each is checked
 * again and taken into the quarantine by renaming, so that nothing else can be removed in its place; that is written, and then it is deleted
 * there. A crash in between leaves files in the quarantine under names that tell whose they are, and the next run ends them. Belongs to one thread.
 */
final class PurgeApplication {
    private static final int GROUP_MAX = 200;

    private final Catalog catalog;
    private final LocalExports exports;
    private final AskedStores stores;
    private final PurgePlan plan;
    private final BooleanSupplier mayGoOn;
    private final Map<ExportName, NeededNames> needed = new LinkedHashMap<>();
    private final Map<ExportName, Set<String>> leftovers = new LinkedHashMap<>();
    private final Set<ExportName> exportsSeen = new LinkedHashSet<>();
    private @Nullable PurgeDataset dataset;
    private @Nullable Optional<String> wrongWithSuccessor;

    PurgeApplication(
            Catalog catalog, LocalExports exports, AskedStores stores, PurgePlan plan, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.exports = exports;
        this.stores = stores;
        this.plan = plan;
        this.mayGoOn = mayGoOn;
    }

    /** Ends every file that is PENDING; the plan as it ended. */
    PurgePlan run() {
        long after = 0;
        List<PurgeFile> page = catalog.purges().files(plan.number(), after, GROUP_MAX);
        while (!page.isEmpty()) {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
            Map<String, List<PurgeFile>> groups = new LinkedHashMap<>();
            for (PurgeFile file : page) {
                exportsSeen.add(file.export());
                if (file.outcome() != PurgeOutcome.PENDING) continue;
                groups.computeIfAbsent(file.dataset() + " " + file.export(), missing -> new ArrayList<>())
                        .add(file);
            }
            for (List<PurgeFile> group : groups.values()) {
                end(group);
            }
            after = page.get(page.size() - 1).number();
            page = catalog.purges().files(plan.number(), after, GROUP_MAX);
        }
        for (ExportName export : exportsSeen) deleteTaken(export);
        return Durable.await(catalog.purges().applied(plan.number()));
    }

    /** Deletes what an earlier run took, recorded and did not delete; everything that must stay was put back. */
    private void deleteTaken(ExportName export) {
        ReceivingStore place;
        try {
            place = exports.receiving(export);
        } catch (MoverException e) {
            return; // nothing was taken there
        }
        if (!(place instanceof WritableStore store)) return; // what is removed from a bucket is gone at once
        Set<String> left = leftovers(store);
        if (!left.isEmpty()) store.quarantine().delete(left);
    }

    /** Files of one dataset in one export. */
    private void end(List<PurgeFile> group) {
        PurgeDataset of = dataset(group.get(0).dataset());
        ExportName export = group.get(0).export();
        @Nullable ObjectGroup inBucket;
        try {
            inBucket = inBucket(export);
        } catch (MoverException e) {
            if (ObjectRemoval.isOfStore(e)) throw e; // the store does not answer now
            if (e.code() == ErrorCode.EXPORT_ELSEWHERE) throw e; // another node ends these
            settle(group.stream()
                    .map(file -> file.ended(PurgeOutcome.KEPT, e.sentence()))
                    .toList());
            return;
        }
        DatasetRemoval work = inBucket == null ? inDirectory(of, export) : inBucket;
        Optional<DatasetMark> mark = mark(of);
        Optional<String> reasonToKeep = reasonToKeep(of, mark);
        settle(reasonToKeep.isEmpty() ? work.removed(group, state(mark)) : work.kept(group, reasonToKeep.get()));
        work.deleteTaken();
    }

    /** Null if the export is a directory. */
    private @Nullable ObjectGroup inBucket(ExportName export) {
        return exports.receiving(export) instanceof ObjectStore bucket
                ? new ObjectGroup(catalog, new PlannedRemovals(stores, bucket))
                : null;
    }

    private PurgeGroup inDirectory(PurgeDataset of, ExportName export) {
        WritableStore store = exports.writable(export);
        Set<String> left = leftovers.computeIfAbsent(export, missing -> leftovers(store));
        NeededNames names = needed.computeIfAbsent(
                export, missing -> new NeededNames(catalog, exports.find(export), of.instanceId()));
        return new PurgeGroup(catalog, store, plan, names, left);
    }

    private void settle(List<PurgeFile> ended) {
        Durable.await(catalog.purges().settle(plan.number(), ended));
    }

    private PurgeDataset dataset(int ordinal) {
        PurgeDataset known = dataset;
        if (known != null && known.ordinal() == ordinal) return known;
        PurgeDataset found =
                catalog.purges().datasets(plan.number(), ordinal - 1, 1).get(0);
        dataset = found;
        needed.clear();
        wrongWithSuccessor = null;
        // A mark that an older program made by other rules removes nothing.
        mark(found).ifPresent(mark -> Durable.await(catalog.marks().decideAnew(List.of(mark))));
        return found;
    }

    private Set<String> leftovers(WritableStore store) {
        Set<String> names = new HashSet<>();
        String prefix = plan.quarantinePrefix();
        for (String name : store.quarantine().names()) if (name.startsWith(prefix)) names.add(name);
        return names;
    }

    /** The state that holdings of the dataset must have; any that is sound if it was planned without a newer version. */
    private static @Nullable HoldingState state(Optional<DatasetMark> mark) {
        return mark.filter(DatasetMark::isInForce).map(DatasetMark::state).orElse(null);
    }

    private Optional<DatasetMark> mark(PurgeDataset of) {
        return Optional.ofNullable(catalog.marks()
                .find(List.of(of.instanceId()))
                .get(of.instanceId().toLowerCase(Locale.ROOT)));
    }

    /**
     * Why no file of these is removed; empty if nothing speaks against it. The mark is that of this moment, and read again for each group:
     * what catalogs say may change while a long plan is applied. Files are looked at one by one all the same.
     */
    private Optional<String> reasonToKeep(PurgeDataset of, Optional<DatasetMark> mark) {
        if (mark.isEmpty()) return Optional.of("nothing is said against its dataset any more");
        if (mark.get().state() != of.state()) {
            return Optional.of("its dataset is " + mark.get().state() + " now, and was " + of.state()
                    + " when the plan was made: make a new plan");
        }
        if (of.state() == HoldingState.RETRACTED || plan.withoutSuccessor()) return Optional.empty();
        String newer = mark.get().newer();
        if (!mark.get().isInForce() || newer == null) {
            return Optional.of("no newer version is complete and verified here any more");
        }
        if (!newer.equals(of.newer())) {
            return Optional.of(
                    newer + " takes its place now, and " + of.newer() + " did when the plan was made: make a new plan");
        }
        Optional<String> wrong = wrongWithSuccessor;
        if (wrong == null) {
            wrong = new SuccessorLook(catalog, exports).wrongWith(newer);
            wrongWithSuccessor = wrong;
        }
        return wrong;
    }
}
