package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.BatchPlacer;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;

/**
 * The directory {@code EXPORT/.bdm/JOB}, held open, and one {@code .bdm-JOB} in each other file system or project below the export that files
 * of the job go to. Any thread.
 */
final class LocalWorkArea implements WorkArea {
    private final ExportTree tree;
    private final WorkAreas areas;
    private final JobId job;
    private final WorkDirectory own;
    private final OtherMounts others;
    private final AtomicLong nextLink = new AtomicLong();
    private volatile boolean wayForced;

    /** Takes ownership of the descriptor of the area's directory, also where this fails. */
    LocalWorkArea(ExportTree tree, WorkAreas areas, JobId job, Descriptor directory) {
        this.tree = tree;
        this.areas = areas;
        this.job = job;
        this.own = new WorkDirectory(directory, areas.tried());
        RecentFindings<Regions.Found> mounts = new RecentFindings<>(OtherMounts.MOUNT_VALID_NANOS, System::nanoTime);
        this.others = new OtherMounts(tree, areas, own, job, mounts);
    }

    /** The directory beside the root's files. */
    WorkDirectory own() {
        return own;
    }

    /** Opens what an earlier run has left in other file systems. */
    void openOthers() {
        others.openRecorded();
    }

    @Override
    public WritableFile create(String name) {
        return own.create(name);
    }

    @Override
    public WritableFile create(String name, StorePath destination) {
        WorkDirectory directory = others.directoryFor(destination);
        directory.requireSafe();
        return directory.create(name);
    }

    @Override
    public void link(String name, StorePath file, StorePath destination) {
        WorkDirectory directory = others.directoryFor(destination);
        delete(name);
        try (Descriptor parent = parentOf(file)) {
            int from = parent.borrow();
            int area = directory.descriptor().borrow();
            try {
                int result = Posix.link(from, file.name().bytes(), area, WorkDirectory.bytes(name));
                if (result < 0) throw Errno.writing(result, "link", tree.shown(file));
            } finally {
                directory.descriptor().giveBack();
                parent.giveBack();
            }
        }
    }

    @Override
    public Optional<WritableFile> open(String name) {
        Optional<WritableFile> file = own.open(name);
        for (WorkDirectory other : others.directories()) {
            if (file.isEmpty()) file = other.open(name);
        }
        return file;
    }

    @Override
    public void delete(String name) {
        own.delete(name);
        for (WorkDirectory other : others.directories()) other.delete(name);
    }

    @Override
    public boolean rename(String name, String newName) {
        if (own.rename(name, newName)) return true;
        for (WorkDirectory other : others.directories()) {
            if (other.rename(name, newName)) return true;
        }
        return false;
    }

    @Override
    public List<String> names() {
        List<String> names = new ArrayList<>(own.names());
        names.removeIf(OtherMounts::isRecord);
        for (WorkDirectory other : others.directories()) names.addAll(other.names());
        return names;
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        try (Descriptor parent = parentOf(destination)) {
            placeIn(parent, name, destination, mode);
        }
    }

    @Override
    public BatchPlacer placer() {
        return new LocalBatchPlacer(this);
    }

    /** As {@link #place}, into a directory that is open; its path was found free of reserved names and homes when it was opened. */
    void placeIn(Descriptor parent, String name, StorePath destination, PlaceMode mode) {
        tree.refuseReserved(destination);
        int result = placeFrom(own, name, parent, destination, mode);
        for (WorkDirectory other : others.directories()) {
            if (isElsewhere(result)) result = placeFrom(other, name, parent, destination, mode);
        }
        if (result < 0) throw placing(result, destination);
    }

    /** Linux looks at the mounts first, and then whether the file is there. */
    private static boolean isElsewhere(int result) {
        return result == -Errno.NOENT || result == -Errno.XDEV;
    }

    private static int placeFrom(
            WorkDirectory directory, String name, Descriptor parent, StorePath destination, PlaceMode mode) {
        byte[] from = WorkDirectory.bytes(name);
        directory.refuseBroken(name);
        byte[] to = destination.name().bytes();
        int area = directory.descriptor().borrow();
        int target = parent.borrow();
        try {
            return switch (mode) {
                case NEW -> moveNew(area, from, target, to);
                case REPLACE -> Posix.rename(area, from, target, to);
            };
        } finally {
            parent.giveBack();
            directory.descriptor().giveBack();
        }
    }

    @Override
    public void replace(String name, StorePath destination, FileVersion expected) {
        try (Descriptor parent = parentOf(destination)) {
            int result = own.replace(name, parent, destination.name(), expected);
            for (WorkDirectory other : others.directories()) {
                if (isElsewhere(result)) result = other.replace(name, parent, destination.name(), expected);
            }
            if (result < 0) throw replacing(result, destination);
        }
    }

    @Override
    public void replaceBySymbolicLink(byte[] target, StorePath destination, FileVersion expected) {
        checkTarget(target, destination);
        try (Descriptor parent = parentOf(destination)) {
            WorkDirectory directory = others.directoryFor(destination);
            int result = linkAndMove(
                    target, directory, name -> directory.replace(name, parent, destination.name(), expected));
            if (result < 0) throw replacing(result, destination);
        }
    }

    private MoverException replacing(int result, StorePath destination) {
        if (result != -Errno.EXIST) return placing(result, destination);
        return new MoverException(
                ErrorCode.SOURCE_CHANGED, tree.shown(destination) + " changed since it was last checked");
    }

    /** Renames and never replaces: minus EEXIST then. */
    static int moveNew(int area, byte[] from, int target, byte[] to) {
        int result = Posix.renameNew(area, from, target, to);
        if (result != -Errno.INVAL && result != -Errno.NOSYS && result != -Errno.NOTSUP) return result;
        result = Posix.link(area, from, target, to); // NFS and others: refuses as well, in two steps
        return result < 0 ? result : Posix.unlinkFile(area, from);
    }

    @Override
    public void placeSymbolicLink(byte[] target, StorePath destination, PlaceMode mode) {
        checkTarget(target, destination);
        try (Descriptor parent = parentOf(destination)) {
            byte[] to = destination.name().bytes();
            int directoryNumber = parent.borrow();
            try {
                int result = switch (mode) {
                    case NEW -> Posix.symbolicLink(target, directoryNumber, to);
                    case REPLACE -> replaceByLink(target, others.directoryFor(destination), directoryNumber, to);
                };
                if (result < 0) throw placing(result, destination);
            } finally {
                parent.giveBack();
            }
        }
    }

    private int replaceByLink(byte[] target, WorkDirectory directory, int directoryNumber, byte[] to) {
        int area = directory.descriptor().borrow();
        try {
            return linkAndMove(
                    target, directory, name -> Posix.rename(area, WorkDirectory.bytes(name), directoryNumber, to));
        } finally {
            directory.descriptor().giveBack();
        }
    }

    private int linkAndMove(byte[] target, WorkDirectory directory, ToIntFunction<String> move) {
        String name = "symbolic-link-" + nextLink.incrementAndGet();
        directory.delete(name); // left over from a run that was killed
        int area = directory.descriptor().borrow();
        try {
            int result = Posix.symbolicLink(target, area, WorkDirectory.bytes(name));
            if (result < 0) return result;
            result = move.applyAsInt(name);
            if (result < 0) directory.delete(name);
            return result;
        } finally {
            directory.descriptor().giveBack();
        }
    }

    private void checkTarget(byte[] target, StorePath destination) {
        boolean valid = target.length > 0 && target.length < 4096;
        for (byte b : target) valid &= b != 0;
        if (valid) {
            ReservedName.refusedAsTarget(target);
            return;
        }
        throw new MoverException(
                ErrorCode.INVALID_PATH,
                "the target of the symbolic link " + tree.shown(destination)
                        + " is empty, contains NUL or is longer than 4,095 bytes");
    }

    /** Opens the directory of a final name; the caller closes. */
    Descriptor parentOf(StorePath destination) {
        return parentOf(tree, destination);
    }

    private static Descriptor parentOf(ExportTree tree, StorePath destination) {
        if (destination.isRoot()) {
            throw new MoverException(ErrorCode.INVALID_PATH, "cannot place a file as " + tree.shown(destination));
        }
        tree.refuseReserved(destination);
        return tree.openToChange(destination.parent(), Posix.PATH_ONLY);
    }

    /** Gives a file of the quarantine its final name. */
    static void placeKept(ExportTree tree, WorkDirectory kept, String name, StorePath destination, PlaceMode mode) {
        try (Descriptor parent = parentOf(tree, destination)) {
            int result = placeFrom(kept, name, parent, destination, mode);
            if (result < 0) throw Errno.writing(result, "placing", tree.shown(destination));
        }
    }

    private MoverException placing(int result, StorePath destination) {
        MoverException error = Errno.writing(result, "placing", tree.shown(destination));
        if (result != -Errno.XDEV) return error;
        others.mountsHaveChanged();
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                error.detail() + ": the directory " + tree.shown(destination.parent())
                        + " was mounted after the file was started, or does not accept renames from the root of its file"
                        + " system; run 'bdm-client retry JOB', or offer the directory as an export of its own");
    }

    @Override
    public void inherit(WritableFile file, StorePath destination) {
        if (file instanceof LocalWritableFile ours) ours.inherit(others.inheritedIn(destination));
    }

    @Override
    public StoreAbilities abilitiesAt(StorePath destination) {
        return others.directoryFor(destination).abilities();
    }

    @Override
    public void force() {
        own.force();
        if (!wayForced) {
            areas.forceWay();
            wayForced = true;
        }
        others.force();
    }

    @Override
    public void quarantine(String name) {
        try (Descriptor kept = areas.quarantine()) {
            own.refuseBroken(name);
            int area = own.descriptor().borrow();
            int target = kept.borrow();
            try {
                int result = moveNew(area, WorkDirectory.bytes(name), target, WorkDirectory.bytes(name));
                for (WorkDirectory other : others.directories()) {
                    if (isElsewhere(result)) result = moveFrom(other, name, target);
                }
                if (isElsewhere(result) && !others.directories().isEmpty()) {
                    throw new MoverException(
                            ErrorCode.UNSUPPORTED, name + " is not in the same file system as " + kept.what());
                }
                if (result < 0) throw Errno.writing(result, "rename to quarantine", kept.what() + "/" + name);
                result = Posix.sync(target);
                if (result < 0) throw Errno.syncing(result, kept.what());
            } finally {
                kept.giveBack();
                own.descriptor().giveBack();
            }
        }
        areas.forceWay();
    }

    private static int moveFrom(WorkDirectory directory, String name, int target) {
        byte[] bytes = WorkDirectory.bytes(name);
        directory.refuseBroken(name);
        int from = directory.descriptor().borrow();
        try {
            return moveNew(from, bytes, target, bytes);
        } finally {
            directory.descriptor().giveBack();
        }
    }

    @Override
    public void remove() {
        others.remove();
        for (String name : own.names()) own.delete(name);
        areas.remove(this, job);
    }

    /** Which directory it is. */
    Statx.Identity identity() {
        return own.identity();
    }

    /** Ends the use of the directories. */
    void close() {
        others.close();
        own.close();
    }
}
