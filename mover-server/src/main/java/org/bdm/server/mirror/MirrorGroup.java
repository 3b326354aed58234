package org.bdm.server.mirror;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.jspecify.annotations.Nullable;

/** Moves some files of a mirror plan into the quarantine and back, by renaming; symbolic links are moved as what they are. Belongs to one thread. */
final class MirrorGroup {
    private static final int DIRECTORY_MODE = 02755;

    private final WritableStore store;
    private final Quarantine quarantine;
    private final String plan;
    private final String prefix;
    private final Predicate<PurgeFile> isListedAgain;

    /**
     * For files of one plan in one export.
     *
     * @param isListedAgain true of a file that another job listed since
     */
    MirrorGroup(WritableStore store, PurgePlan plan, Predicate<PurgeFile> isListedAgain) {
        this.store = store;
        this.quarantine = store.quarantine();
        this.plan = "purge-" + plan.number();
        this.prefix = plan.quarantinePrefix();
        this.isListedAgain = isListedAgain;
    }

    private String takenAs(PurgeFile file) {
        return prefix + file.number();
    }

    /** Takes each that is as it was when the plan was made; what was taken is on stable storage when this returns. */
    List<PurgeFile> taken(List<PurgeFile> files) {
        Set<StorePath> changed = new LinkedHashSet<>();
        List<PurgeFile> ended = new ArrayList<>();
        for (PurgeFile file : files) {
            String why = tried(() -> take(file, changed));
            ended.add(why == null ? file.ended(PurgeOutcome.QUARANTINED, "") : file.ended(PurgeOutcome.KEPT, why));
        }
        if (!changed.isEmpty()) {
            quarantine.force();
            changed.forEach(store::forceDirectory);
        }
        return ended;
    }

    /** One step on one file; gives why it was not done, or null. */
    private interface Step {
        @Nullable String run();
    }

    private static @Nullable String tried(Step step) {
        try {
            return step.run();
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CATALOG_UNAVAILABLE || e.code() == ErrorCode.STOPPING) throw e;
            return e.sentence();
        }
    }

    private @Nullable String take(PurgeFile file, Set<StorePath> changed) {
        Optional<FileStatus> left = quarantine.status(takenAs(file));
        if (left.isPresent()) return takeLeftover(file, left.get());
        if (isListedAgain.test(file)) return "a later job listed it: it is back at the source";
        Optional<FileStatus> there = store.status(file.path());
        if (there.isEmpty()) return "is not on disk";
        if (!isAsPlanned(file, there.get())) return "has another size or time on disk than when the plan was made";
        quarantine.keep(file.path(), there.get().version(), takenAs(file));
        changed.add(file.path().parent());
        return null;
    }

    /** The process ended after the file was renamed and before that was written. */
    private @Nullable String takeLeftover(PurgeFile file, FileStatus there) {
        if (!isListedAgain.test(file) && isAsPlanned(file, there)) return null;
        putBack(file);
        return "was replaced, or listed by a later job, while it was being removed; it is back at its place";
    }

    private static boolean isAsPlanned(PurgeFile file, FileStatus there) {
        return (there.kind() == FileKind.FILE || there.kind() == FileKind.SYMBOLIC_LINK)
                && there.version().size() == file.size()
                && there.version().modified().equals(file.modified());
    }

    /** None of them is removed; what was taken is put back. A file whose place was taken meanwhile stays in the quarantine. */
    List<PurgeFile> kept(List<PurgeFile> files, String why) {
        List<PurgeFile> ended = new ArrayList<>();
        for (PurgeFile file : files) {
            String stays = tried(() -> {
                if (quarantine.status(takenAs(file)).isPresent()) putBack(file);
                return null;
            });
            ended.add(
                    stays == null
                            ? file.ended(PurgeOutcome.KEPT, why)
                            : file.ended(PurgeOutcome.QUARANTINED, why + "; it cannot be put back: " + stays));
        }
        return ended;
    }

    /** Moves what is in the quarantine back; what cannot be stays there and says why. */
    List<PurgeFile> restored(List<PurgeFile> files) {
        List<PurgeFile> ended = new ArrayList<>();
        for (PurgeFile file : files) {
            // Without a file in the quarantine it came back before a crash, unless nothing is at its place either.
            boolean isThere = quarantine.status(takenAs(file)).isPresent();
            if (!isThere
                    && store.status(file.path())
                            .filter(now -> isAsPlanned(file, now))
                            .isEmpty()) {
                ended.add(file.ended(PurgeOutcome.REMOVED, "is no longer in the quarantine, nor at its place"));
                continue;
            }
            String why = isThere ? tried(() -> restored(file)) : null;
            ended.add(why == null ? file.ended(PurgeOutcome.RESTORED, "") : file.ended(PurgeOutcome.QUARANTINED, why));
        }
        return ended;
    }

    private @Nullable String restored(PurgeFile file) {
        if (store.status(file.path()).isPresent()) return isTaken();
        try {
            putBack(file);
            return null;
        } catch (MoverException e) {
            if (e.code() != ErrorCode.DESTINATION_EXISTS) throw e;
            return isTaken();
        }
    }

    private String isTaken() {
        return "another file is at its place: move that away and repeat 'bdm-client purge --restore " + plan
                + "', or delete this one with 'bdm-client purge --empty " + plan + "'";
    }

    private void putBack(PurgeFile file) {
        StorePath directory = file.path().parent();
        for (StorePath changed : store.makeDirectories(directory, DIRECTORY_MODE)) store.forceDirectory(changed);
        quarantine.place(takenAs(file), file.path(), PlaceMode.NEW);
        store.forceDirectory(directory);
    }

    /** Deletes what is in the quarantine. */
    List<PurgeFile> emptied(List<PurgeFile> files) {
        quarantine.delete(files.stream().map(this::takenAs).toList());
        return files.stream().map(file -> file.ended(PurgeOutcome.REMOVED, "")).toList();
    }
}
