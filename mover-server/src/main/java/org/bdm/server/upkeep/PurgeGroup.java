package org.bdm.server.upkeep;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.KeptHoldings.KeptHolding;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.jspecify.annotations.Nullable;

/** Removes, or keeps, some files of one dataset in one export. Used once. */
final class PurgeGroup implements DatasetRemoval {
    private final Catalog catalog;
    private final WritableStore store;
    private final Quarantine quarantine;
    private final String prefix;
    private final NeededNames needed;
    private final Set<String> leftovers;
    private final List<String> taken = new ArrayList<>();
    private final List<String> keptBefore = new ArrayList<>();
    private final Set<StorePath> changed = new LinkedHashSet<>();

    /**
     * For files of one plan.
     *
     * @param leftovers names in the quarantine of files that a run before took and did not end
     */
    PurgeGroup(Catalog catalog, WritableStore store, PurgePlan plan, NeededNames needed, Set<String> leftovers) {
        this.catalog = catalog;
        this.store = store;
        this.quarantine = store.quarantine();
        this.prefix = plan.quarantinePrefix();
        this.needed = needed;
        this.leftovers = leftovers;
    }

    private String takenAs(PurgeFile file) {
        return prefix + file.number();
    }

    @Override
    public List<PurgeFile> kept(List<PurgeFile> files, String why) {
        List<PurgeFile> ended = new ArrayList<>();
        for (PurgeFile file : files) {
            if (!leftovers.contains(takenAs(file))) {
                ended.add(file.ended(PurgeOutcome.KEPT, why));
                continue;
            }
            putBack(file);
            ended.add(file.ended(PurgeOutcome.KEPT, why));
        }
        return ended;
    }

    private void putBack(PurgeFile file) {
        quarantine.place(takenAs(file), file.path(), PlaceMode.NEW);
        store.forceDirectory(file.path().parent());
    }

    @Override
    public List<PurgeFile> removed(List<PurgeFile> files, @Nullable HoldingState state) {
        ExportName export = files.get(0).export();
        List<StorePath> paths = files.stream().map(PurgeFile::path).toList();
        Map<StorePath, Holding> holdings = catalog.holdings().find(export, paths);
        Map<StorePath, KeptHolding> inQuarantine = catalog.keptHoldings().find(export, paths);
        List<PurgeFile> ended = new ArrayList<>();
        for (PurgeFile file : files) {
            String why = leftovers.contains(takenAs(file))
                    ? takeLeftover(file)
                    : take(file, holdings.get(file.path()), inQuarantine.get(file.path()), state);
            ended.add(why == null ? file.ended(PurgeOutcome.REMOVED, "") : file.ended(PurgeOutcome.KEPT, why));
        }
        if (!changed.isEmpty()) {
            quarantine.force();
            changed.forEach(store::forceDirectory);
        }
        if (!keptBefore.isEmpty()) quarantine.delete(keptBefore);
        return ended;
    }

    @Override
    public void deleteTaken() {
        if (!taken.isEmpty()) quarantine.delete(taken);
    }

    /** Why it is kept; null if it was taken. */
    private @Nullable String take(
            PurgeFile file, @Nullable Holding holding, @Nullable KeptHolding kept, @Nullable HoldingState state) {
        String why = DatasetRemoval.reasonToKeep(file, holding, state);
        if (why != null || holding == null) return why;
        try {
            return kept == null ? takeFromTree(file, holding) : takeKept(file, holding, kept);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CATALOG_UNAVAILABLE) throw e;
            return e.sentence();
        }
    }

    /** The process may have ended between the renaming and the look at what was renamed, so that look is taken again. */
    private @Nullable String takeLeftover(PurgeFile file) {
        FileStatus there = quarantine.status(takenAs(file)).orElseThrow();
        boolean isLink = there.kind() == FileKind.SYMBOLIC_LINK;
        if (!isLink
                && !DatasetRemoval.isSame(
                        file, there.version().size(), there.version().modified())) {
            putBack(file);
            return "was replaced while it was being removed; the new file is back at its place";
        }
        taken.add(takenAs(file));
        return null;
    }

    private @Nullable String takeKept(PurgeFile file, Holding holding, KeptHolding kept) {
        Optional<FileStatus> there = quarantine.status(kept.keptAs());
        boolean isAtItsPlace = store.status(file.path()).isPresent();
        if (there.isEmpty()) return isAtItsPlace ? takeFromTree(file, holding) : null; // deleted by a run before
        if (isAtItsPlace) {
            return "is in the quarantine, and something is at its place, too: restore it or take that away";
        }
        boolean isLink = there.get().kind() == FileKind.SYMBOLIC_LINK;
        if (!isLink
                && !DatasetRemoval.isSame(
                        file,
                        there.get().version().size(),
                        there.get().version().modified())) {
            return "has another size or time in the quarantine than when the plan was made";
        }
        keptBefore.add(kept.keptAs());
        return null;
    }

    private @Nullable String takeFromTree(PurgeFile file, Holding holding) {
        Optional<FileStatus> there = store.status(file.path());
        if (there.isEmpty()) return "is not on disk";
        boolean isLink = there.get().kind() == FileKind.SYMBOLIC_LINK;
        Optional<FileStatus> content = isLink ? new FollowingStore(store, anywhere -> true).status(file.path()) : there;
        boolean isAsPlanned = content.isPresent()
                && content.get().kind() == FileKind.FILE
                && DatasetRemoval.isSame(
                        file,
                        content.get().version().size(),
                        content.get().version().modified());
        if (!isAsPlanned) return "has another size or time on disk than when the plan was made";
        if (needed.has(holding)) return "a symbolic link of another version leads to it";
        quarantine.keep(file.path(), there.get().version(), takenAs(file));
        taken.add(takenAs(file));
        changed.add(file.path().parent());
        return null;
    }
}
