package org.bdm.core.finish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.AtDestination;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.BatchPlacer;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;
import org.jspecify.annotations.Nullable;

/**
 * The steps that files share: record and sync, make directories, place, force directories. Used by the placing thread, one batch after the
 * other.
 */
final class PlacingBatch {
    private final WritableStore store;
    private final WorkArea area;
    private final FinishOptions options;
    private final Preparation preparation;
    private final DirectoryForces forces;

    private final List<Placement> pending = new ArrayList<>();
    private final List<FinishResult> results = new ArrayList<>();
    private final Map<Placement, Set<StorePath>> touched = new IdentityHashMap<>();
    private final Map<StorePath, Set<StorePath>> madeInBatch = new HashMap<>();
    private final Set<Placement> blocked = Collections.newSetFromMap(new IdentityHashMap<>());

    PlacingBatch(
            WritableStore store,
            WorkArea area,
            FinishOptions options,
            Preparation preparation,
            DirectoryForces forces) {
        this.store = store;
        this.area = area;
        this.options = options;
        this.preparation = preparation;
        this.forces = forces;
    }

    /** Does all steps; the results are in no particular order. */
    List<FinishResult> run(List<Placement> batch) {
        for (Placement placement : batch) {
            if (placement instanceof Placement.Ended ended) {
                results.add(ended.result());
            } else {
                pending.add(placement);
            }
        }
        if (!pending.isEmpty()) {
            each(placement -> placement.right().require());
            record();
            each(this::makeParent);
            try (BatchPlacer placer = area.placer()) {
                each(placement -> place(placement, placer));
            }
            if (blocked.isEmpty()) makeSure();
            else replace();
            each(this::end);
        }
        return results;
    }

    private void makeSure() {
        forceDirectories();
        try (BatchLook look =
                store.look()) { // by the paths, anew: a directory may have been moved away since it was opened
            each(placement -> checkPlaced(placement, look));
        }
    }

    /** Does a step for every placement that is still in the batch; one that fails leaves it. */
    private void each(Step step) {
        List<Placement> all = List.copyOf(pending);
        pending.clear();
        for (Placement placement : all) {
            try {
                step.run(placement);
                pending.add(placement);
            } catch (RuntimeException e) {
                fail(placement, e);
            }
        }
    }

    private void fail(Placement placement, RuntimeException e) {
        if (placement instanceof Placement.OfFile file) {
            results.add(preparation.failed(file.file(), file.temporary(), e));
        } else {
            results.add(
                    new FinishResult.Failed(placement.file(), Preparation.moverException(placement.file(), e), false));
        }
    }

    /** The records of one journal in one write and one sync. Before any file is placed: what is placed must be found again. */
    private void record() {
        Map<TransferJournal, List<JournalRecord>> records = new IdentityHashMap<>();
        for (Placement placement : pending) {
            if (placement instanceof Placement.OfFile file && file.journal().isPresent()) {
                records.computeIfAbsent(file.journal().get(), journal -> new ArrayList<>())
                        .add(file.record());
            }
        }
        if (records.isEmpty()) return;
        Map<TransferJournal, RuntimeException> failed = new IdentityHashMap<>();
        records.forEach((journal, ofJournal) -> attempt(failed, journal, () -> {
            area.force(); // the temporary names, by which the records are found after a power cut
            journal.append(ofJournal);
            journal.sync();
        }));
        each(placement -> {
            if (placement instanceof Placement.OfFile file && file.journal().isPresent()) {
                RuntimeException reason = failed.get(file.journal().get());
                if (reason != null) throw reason;
            }
        });
    }

    private static <K> void attempt(Map<K, RuntimeException> failed, K key, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            failed.put(key, e);
        }
    }

    /** Makes each directory once per batch, and notes what has to be forced for it: what was changed on the way, and itself. */
    private void makeParent(Placement placement) {
        boolean isDirectory = placement instanceof Placement.OfDirectory;
        StorePath directory =
                isDirectory ? placement.destination() : placement.destination().parent();
        Set<StorePath> directories = madeInBatch.get(directory);
        if (directories == null) {
            directories = new HashSet<>(store.makeDirectories(directory, options.directoryMode()));
            directories.add(directory);
            madeInBatch.put(directory, directories);
        }
        touched.put(placement, directories);
    }

    private void place(Placement placement, BatchPlacer placer) {
        // Right before: a process that stops behind this line has its temporary file renamed by the next holder.
        placement.right().require();
        try {
            if (placement instanceof Placement.OfFile file) {
                placeFile(file, placer);
            } else if (placement instanceof Placement.OfSymbolicLink link) {
                placeLink(link);
            }
        } catch (MoverException e) {
            boolean mayClear = options.clearing() != null && e.code() == ErrorCode.DESTINATION_EXISTS;
            if (!mayClear) throw e;
            blocked.add(placement);
        }
    }

    /** Nothing is looked at twice for files whose places are free: only what could not be placed is cleared. */
    private void replace() {
        PlaceClearing clearing = Objects.requireNonNull(options.clearing());
        try (PlaceClearing.Cleared cleared =
                clearing.clear(blocked.stream().map(Placement::destination).toList())) {
            each(placement -> {
                if (blocked.contains(placement)) placeIn(cleared, placement);
            });
            makeSure();
        } catch (RuntimeException e) { // nobody knows what is kept: each of them is tried again
            each(placement -> {
                if (blocked.contains(placement)) throw e;
            });
            makeSure();
        }
    }

    private void placeIn(PlaceClearing.Cleared cleared, Placement placement) {
        StorePath place = placement.destination();
        MoverException why = cleared.staying().get(place);
        if (why != null) throw why;
        placement.right().require();
        FileVersion old = cleared.replaceable().get(place);
        if (placement instanceof Placement.OfFile file) {
            placeIn(place, old, file);
        } else if (placement instanceof Placement.OfSymbolicLink link) {
            if (old == null) area.placeSymbolicLink(link.target(), place, PlaceMode.NEW);
            else area.replaceBySymbolicLink(link.target(), place, old);
        }
    }

    private void placeIn(StorePath place, @Nullable FileVersion old, Placement.OfFile file) {
        String name = file.temporary().name();
        try {
            if (old == null) area.place(name, place, PlaceMode.NEW);
            else area.replace(name, place, old);
        } catch (MoverException e) {
            throw file.right().isHeld() ? e : overtaken(file, e);
        }
    }

    private void placeFile(Placement.OfFile file, BatchPlacer placer) {
        String name = file.temporary().name();
        try {
            placer.place(name, file.destination(), options.placeMode());
        } catch (MoverException e) {
            if (!file.right().isHeld()) throw overtaken(file, e);
            boolean mayBeOurs = e.code() == ErrorCode.DESTINATION_EXISTS;
            if (!mayBeOurs || !preparation.proof().isPlaced(file.record(), file.destination())) throw e;
            area.delete(name); // linked before, and not unlinked
        }
    }

    private static MoverException overtaken(Placement.OfFile file, MoverException cause) {
        MoverException stale = file.right().stale();
        return new MoverException(
                stale.code(),
                file.destination() + " was not placed: " + stale.detail() + " (" + cause.detail() + ")",
                cause);
    }

    private void placeLink(Placement.OfSymbolicLink link) {
        if (isSameLink(link)) return;
        try {
            area.placeSymbolicLink(link.target(), link.destination(), options.placeMode());
        } catch (MoverException e) {
            if (e.code() != ErrorCode.DESTINATION_EXISTS || !isSameLink(link)) throw e;
        }
    }

    private boolean isSameLink(Placement.OfSymbolicLink link) {
        Optional<FileStatus> there = status(link.destination());
        return there.isPresent()
                && there.get().kind() == FileKind.SYMBOLIC_LINK
                && Arrays.equals(there.get().linkTarget(), link.target());
    }

    private Optional<FileStatus> status(StorePath destination) {
        try {
            return store.status(destination);
        } catch (MoverException e) {
            throw AtDestination.error(e);
        }
    }

    private void forceDirectories() {
        Set<StorePath> all = new HashSet<>();
        for (Placement placement : pending) all.addAll(touched.getOrDefault(placement, Set.of()));
        Map<StorePath, RuntimeException> failed = forces.force(all);
        each(placement -> {
            MoverException notOpened = null;
            for (StorePath directory : touched.getOrDefault(placement, Set.of())) {
                RuntimeException reason = failed.get(directory);
                if (reason instanceof MoverException e && e.code() == ErrorCode.TOO_MANY_OPEN_FILES) notOpened = e;
                else if (reason != null) throw notKnownDurable(placement, directory, reason);
            }
            // No force has failed: a later run finds the record and forces it.
            if (notOpened != null) throw notOpened;
        });
    }

    /** The name is there, and a sync that failed is never repeated: somebody has to look. */
    private static MoverException notKnownDurable(Placement placement, StorePath directory, RuntimeException cause) {
        String detail = placement.destination() + " is placed, but the directory " + directory
                + " could not be synced to disk: " + cause.getMessage();
        return new MoverException(ErrorCode.OUTCOME_UNKNOWN, detail, cause);
    }

    /**
     * After the last force, so that no other writer's file is told as ours: locks of files keep other processes of this machine away, and on
     * network file systems not even those of others.
     */
    private void checkPlaced(Placement placement, BatchLook look) {
        JournalRecord.Placing record = null;
        if (placement instanceof Placement.OfFile file) record = file.record();
        if (placement instanceof Placement.OfPlacedFile placed) record = placed.record();
        if (record == null) return;
        if (preparation.proof().isOurs(record, placement.destination(), placed(placement, look))) return;
        throw new MoverException(
                ErrorCode.OUTCOME_UNKNOWN,
                placement.destination() + " was placed as inode " + record.inode() + " with " + record.size()
                        + " bytes, but now there is another file or none: another program writes to this path");
    }

    private static Optional<FileStatus> placed(Placement placement, BatchLook look) {
        try {
            return look.status(placement.destination());
        } catch (MoverException e) {
            if (AtDestination.error(e) == e) throw e;
            throw new MoverException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    placement.destination() + " is placed, but cannot be looked at: " + e.detail(),
                    e);
        }
    }

    private void end(Placement placement) {
        if (placement instanceof Placement.OfFile file) file.temporary().close();
        if (placement instanceof Placement.OfPlacedFile placed) deleteSecondName(placed);
        results.add(new FinishResult.Placed(placement.file(), placement.evidence()));
    }

    /** Placing is link and unlink where there is no better call: the process may have died in between. */
    private void deleteSecondName(Placement.OfPlacedFile placed) {
        area.delete(TemporaryName.of(
                placed.record().file(), placed.record().epoch(), placed.right().lease()));
    }

    @FunctionalInterface
    private interface Step {
        void run(Placement placement);
    }
}
