package org.bdm.server.job.replaced;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.Replacements;
import org.bdm.server.site.access.LocalExports;

/**
 * Records what became of files that a job was about to replace, by what is on disk: one that is still at its place was not replaced, and its
 * second name is removed; one that is in the quarantine alone is put back if nothing is at its place, else it was replaced. Can be repeated.
 */
public final class InterruptedReplacements {
    private final Catalog catalog;
    private final Function<ExportName, WritableStore> stores;

    InterruptedReplacements(Catalog catalog, Function<ExportName, WritableStore> stores) {
        this.catalog = catalog;
        this.stores = stores;
    }

    /**
     * Settles what jobs left in the exports that can be written to here; may block.
     *
     * @return what is the matter with each export in which not all could be; the other exports are settled
     */
    public static Map<ExportName, MoverException> settle(Catalog catalog, LocalExports exports) {
        InterruptedReplacements settling = new InterruptedReplacements(catalog, exports::writable);
        Map<ExportName, MoverException> unsettled = new HashMap<>();
        for (ExportName export : catalog.replacements().exports()) {
            if (!exports.isHere(export) || !exports.find(export).isWritable()) continue;
            try {
                settling.settle(() -> catalog.replacements().interrupted(export, ReplacedFiles.FILES_AT_ONCE));
            } catch (MoverException e) {
                unsettled.put(export, e);
            }
        }
        return unsettled;
    }

    static String takenAs(PurgePlan plan, PurgeFile file) {
        return plan.quarantinePrefix() + file.number();
    }

    void settle(Supplier<List<Replacements.Begun>> next) {
        for (List<Replacements.Begun> left = next.get(); !left.isEmpty(); left = next.get()) {
            settle(left, false);
        }
    }

    /** Fails, when all others are settled, with the first failure of a file that could not be looked at; it stays as it is. */
    void settle(Collection<Replacements.Begun> left, boolean isAtOnce) {
        MoverException first = null;
        for (Replacements.Begun begun : left) {
            List<PurgeFile> ended = new ArrayList<>();
            for (PurgeFile file : begun.files()) {
                try {
                    ended.add(ended(begun.plan(), file));
                } catch (MoverException e) {
                    if (first == null) first = e;
                }
            }
            Durable.await(catalog.replacements().settle(begun.plan().number(), ended, isAtOnce));
        }
        if (first != null) throw first;
    }

    private PurgeFile ended(PurgePlan plan, PurgeFile file) {
        WritableStore store = stores.apply(file.export());
        Quarantine quarantine = store.quarantine();
        String name = takenAs(plan, file);
        Optional<FileStatus> kept = quarantine.status(name);
        if (kept.isEmpty()) return file.ended(PurgeOutcome.KEPT, "was not replaced");
        Optional<FileStatus> there = status(store, file.path());
        if (there.isEmpty() && isPutBack(store, file.path(), name)) {
            return file.ended(PurgeOutcome.KEPT, "was not replaced, and is back at its place");
        }
        if (there.isPresent() && isSame(kept.get(), there.get())) {
            quarantine.delete(name);
            return file.ended(PurgeOutcome.KEPT, "was not replaced");
        }
        return file.ended(PurgeOutcome.QUARANTINED, "");
    }

    /** Only an inode proves that two names are one file. */
    private static boolean isSame(FileStatus kept, FileStatus there) {
        return kept.version().inode() != 0 && kept.version().sameButForChangeTime(there.version());
    }

    private static Optional<FileStatus> status(WritableStore store, StorePath path) {
        try {
            return store.status(path);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.NOT_A_DIRECTORY || e.code() == ErrorCode.PATH_BLOCKED) return Optional.empty();
            throw e;
        }
    }

    private static boolean isPutBack(WritableStore store, StorePath path, String name) {
        try {
            store.quarantine().place(name, path, PlaceMode.NEW);
        } catch (MoverException e) {
            return switch (e.code()) {
                case DESTINATION_EXISTS, PATH_BLOCKED, WRITE_ERROR, PERMISSION -> false; // it stays in the quarantine
                default -> throw e;
            };
        }
        store.forceDirectory(path.parent());
        return true;
    }
}
