package org.bdm.server.upkeep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.KeptHoldings.KeptHolding;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Moves files of datasets into the quarantine of their export and back, by renaming. Written before a file goes and after it came back, so that
 * after a crash it is clear what may be where. Belongs to one thread.
 */
final class QuarantineMoves {
    private static final int DIRECTORY_MODE = 02755;
    private static final int AT_ONCE = 200;

    private final Catalog catalog;
    private final LocalExports exports;

    QuarantineMoves(Catalog catalog, LocalExports exports) {
        this.catalog = catalog;
        this.exports = exports;
    }

    /** The numbers of files that were moved and that were not, and why the first of these was not. */
    record Moved(int files, int staying, String reason) {
        private static final Moved NONE = new Moved(0, 0, "");

        private Moved and(Moved other) {
            return new Moved(files + other.files, staying + other.staying, reason.isEmpty() ? other.reason : reason);
        }

        private static Moved one(@Nullable String whyNot) {
            return whyNot == null ? new Moved(1, 0, "") : new Moved(0, 1, whyNot);
        }
    }

    /** True if no file of a marked dataset is in an export that only other nodes have. */
    boolean isHere(DatasetMark mark) {
        @Nullable String cursor = null;
        do {
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(mark.instanceId(), mark.state(), null, StorePath.ROOT, cursor, AT_ONCE));
            for (Holding holding : page.rows()) if (isElsewhere(holding.export())) return false;
            cursor = page.nextCursor();
        } while (cursor != null);
        return true;
    }

    private boolean isElsewhere(ExportName export) {
        return exports.isWritableElsewhereOnly(export);
    }

    /** True if nothing that is kept of a dataset is in an export that only other nodes have; looks at its first files. */
    boolean isHere(long dataset) {
        return catalog.keptHoldings().ofDataset(dataset, 0, AT_ONCE).stream()
                .noneMatch(kept -> isElsewhere(kept.holding().export()));
    }

    /** Refuses a dataset of which something is kept in an export that only other nodes have: EXPORT_ELSEWHERE. */
    void requireHere(long dataset) {
        for (KeptHolding kept : catalog.keptHoldings().ofDataset(dataset, 0, AT_ONCE)) {
            if (isElsewhere(kept.holding().export())) {
                WritableStore unused = exports.writable(kept.holding().export());
            }
        }
    }

    /** Moves every file of a marked dataset that is as it was last seen and that no link of others leads through. */
    Moved keep(DatasetMark mark) {
        Moved moved = Moved.NONE;
        Map<ExportName, NeededNames> needed = new LinkedHashMap<>();
        @Nullable String cursor = null;
        do {
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(mark.instanceId(), mark.state(), null, StorePath.ROOT, cursor, AT_ONCE));
            Map<ExportName, List<Holding>> byExport = new LinkedHashMap<>();
            page.rows()
                    .forEach(holding -> byExport.computeIfAbsent(holding.export(), missing -> new ArrayList<>())
                            .add(holding));
            for (Map.Entry<ExportName, List<Holding>> group : byExport.entrySet()) {
                ExportName export = group.getKey();
                NeededNames names = needed.computeIfAbsent(
                        export, missing -> new NeededNames(catalog, exports.find(export), mark.instanceId()));
                moved = moved.and(keep(export, group.getValue(), names));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return moved;
    }

    private Moved keep(ExportName export, List<Holding> holdings, NeededNames needed) {
        WritableStore store;
        try {
            store = exports.writable(export);
        } catch (MoverException e) {
            return new Moved(0, holdings.size(), e.sentence());
        }
        Moved moved = Moved.NONE;
        List<StorePath> paths = new ArrayList<>();
        for (Holding holding : holdings) {
            String whyNot = whyNotMoved(store, holding, needed);
            if (whyNot == null) paths.add(holding.path());
            else if (!whyNot.isEmpty()) moved = moved.and(Moved.one(whyNot));
        }
        if (paths.isEmpty()) return moved;
        Set<StorePath> changed = new LinkedHashSet<>();
        List<Long> staying = new ArrayList<>();
        for (KeptHolding kept : Durable.await(catalog.keptHoldings().keep(export, paths))) {
            String whyNot = move(store, kept);
            if (whyNot == null) changed.add(kept.holding().path().parent());
            else staying.add(kept.number());
            moved = moved.and(Moved.one(whyNot));
        }
        store.quarantine().force();
        changed.forEach(store::forceDirectory);
        if (!staying.isEmpty()) Durable.await(catalog.keptHoldings().release(staying));
        return moved;
    }

    /** Null if it may be moved; empty if there is nothing to move. */
    private static @Nullable String whyNotMoved(WritableStore store, Holding holding, NeededNames needed) {
        try {
            Optional<FileStatus> there = store.status(holding.path());
            if (there.isEmpty()) return "";
            Optional<FileStatus> content = there.get().kind() == FileKind.SYMBOLIC_LINK
                    ? new FollowingStore(store, anywhere -> true).status(holding.path())
                    : there;
            boolean isAsSeen = content.isPresent()
                    && content.get().kind() == FileKind.FILE
                    && content.get().version().size() == holding.size()
                    && content.get().version().modified().equals(holding.modified());
            if (!isAsSeen) return holding.path() + " has another size or time than when it was last looked at";
            return needed.has(holding) ? "a symbolic link of another version leads to " + holding.path() : null;
        } catch (MoverException e) {
            return e.sentence();
        }
    }

    private static @Nullable String move(WritableStore store, KeptHolding kept) {
        StorePath path = kept.holding().path();
        try {
            Optional<FileStatus> there = store.status(path);
            if (there.isEmpty()) return path + " has just gone";
            store.quarantine().keep(path, there.get().version(), kept.keptAs());
            return null;
        } catch (MoverException e) {
            return e.sentence();
        }
    }

    /** Moves what is in the quarantine of a dataset back to its place, unless something is there now. */
    Moved restore(long dataset) {
        Moved moved = Moved.NONE;
        long after = 0;
        List<KeptHolding> page = catalog.keptHoldings().ofDataset(dataset, after, AT_ONCE);
        while (!page.isEmpty()) {
            List<Long> released = new ArrayList<>();
            for (KeptHolding kept : page) {
                String whyNot = restore(kept);
                if (whyNot == null) released.add(kept.number());
                moved = moved.and(Moved.one(whyNot));
            }
            if (!released.isEmpty()) Durable.await(catalog.keptHoldings().release(released));
            after = page.get(page.size() - 1).number();
            page = catalog.keptHoldings().ofDataset(dataset, after, AT_ONCE);
        }
        return moved;
    }

    private @Nullable String restore(KeptHolding kept) {
        StorePath path = kept.holding().path();
        try {
            WritableStore store = exports.writable(kept.holding().export());
            Quarantine quarantine = store.quarantine();
            if (quarantine.status(kept.keptAs()).isEmpty()) return null; // it never went, or came back before a crash
            if (store.status(path).isPresent()) return isTaken(path);
            for (StorePath changed : store.makeDirectories(path.parent(), DIRECTORY_MODE)) {
                store.forceDirectory(changed);
            }
            quarantine.place(kept.keptAs(), path, PlaceMode.NEW);
            store.forceDirectory(path.parent());
            return null;
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CATALOG_UNAVAILABLE) throw e;
            return e.code() == ErrorCode.DESTINATION_EXISTS ? isTaken(path) : e.sentence();
        }
    }

    private static String isTaken(StorePath path) {
        return "another file is at " + path.shown() + ": move that away, then repeat 'bdm-client quarantine restore'";
    }
}
