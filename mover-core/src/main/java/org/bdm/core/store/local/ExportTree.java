package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The tree below an export's root: opens what a path names, never outside, never through a link. Holds the root's descriptor. Any thread.
 *
 * <p>Descriptors of directories below are kept for one batch at most ({@link DirectoryHandles}): a kept one goes on naming a directory that
 * was moved away and replaced meanwhile.
 */
final class ExportTree implements AutoCloseable {
    private static final byte[] ITSELF = {'.'};
    private static final byte[] OPEN_ONE = {};

    private final ExportRoot export;
    private final Descriptor root;
    private final Statx.Identity identity;
    private final Confinement confinement;
    private final HomesBelow homes;

    private ExportTree(
            ExportRoot export, Descriptor root, Statx.Identity identity, Confinement confinement, HomesBelow homes) {
        this.export = export;
        this.root = root;
        this.identity = identity;
        this.confinement = confinement;
        this.homes = homes;
    }

    /** Opens the root; {@code confinement} null takes the best that this system has. */
    static ExportTree open(ExportRoot export, @Nullable Confinement confinement, HomesBelow homes) {
        if (Architecture.ofThisMachine().isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "exports need Linux on x86_64 or aarch64, not " + System.getProperty("os.arch"));
        }
        String where = export.name() + ":/";
        int number = Posix.openTrusted(export.pathBytes());
        if (number < 0)
            throw missing(export, Errno.reading(number, "open", where).detail());
        Descriptor root = new Descriptor(number, where);
        int result = Posix.statusOfOpen(number);
        if (result < 0) {
            root.close();
            throw missing(export, Errno.reading(result, "statx", where).detail());
        }
        Statx.Identity identity = Statx.identity();
        Confinement confined = confinement == null ? Confinement.ofThisSystem(number) : confinement;
        return new ExportTree(export, root, identity, confined, homes);
    }

    Confinement confinement() {
        return confinement;
    }

    /** The root's descriptor, for who works beside the paths (work areas). */
    Descriptor root() {
        return root;
    }

    /** The path for people, with the export's name. */
    String shown(StorePath path) {
        return export.name() + ":" + path;
    }

    /** As {@link org.bdm.core.store.Store#belowRoot}; by the bytes alone. */
    Optional<byte[]> belowRoot(byte[] absolutePath) {
        byte[] way = export.pathBytes();
        int length = way.length;
        while (length > 0 && way[length - 1] == '/') length--;
        boolean isBelow = absolutePath.length >= length
                && Arrays.equals(absolutePath, 0, length, way, 0, length)
                && (absolutePath.length == length || absolutePath[length] == '/');
        return isBelow ? Optional.of(Arrays.copyOfRange(absolutePath, length, absolutePath.length)) : Optional.empty();
    }

    /**
     * Opens what the path names; minus the errno if that fails. The caller owns the number. What is in the home of a node is not there, nor,
     * if only directories are opened, that home.
     */
    int openNumber(StorePath path, int flags) {
        boolean isDirectory = path.isRoot() || (flags & Posix.DIRECTORY) != 0;
        int number = root.borrow();
        try {
            if (homes.isInHome(number, isDirectory ? path : path.parent())) return -Errno.NOENT;
            return confinement.open(number, path.isRoot() ? ITSELF : path.bytes(), flags);
        } finally {
            root.giveBack();
        }
    }

    /** True when the directory is the home of a node, or in one. */
    boolean isInHome(StorePath directory) {
        int number = root.borrow();
        try {
            return homes.isInHome(number, directory);
        } finally {
            root.giveBack();
        }
    }

    /** Opens to read; throws errors of reading. The reserved directory is not found. */
    Descriptor openToRead(StorePath path, int flags) {
        int number = ReservedName.isIn(path) ? -Errno.NOENT : openNumber(path, flags);
        if (number >= 0) return new Descriptor(number, shown(path));
        if (number == -Errno.NOENT) checkRoot();
        throw Errno.reading(number, "open", shown(path));
    }

    /** Opens a directory that is to be changed; throws errors of writing. The reserved directory is refused. */
    Descriptor openToChange(StorePath directory, int flags) {
        refuseReserved(directory);
        int number = openNumber(directory, flags | Posix.DIRECTORY);
        if (number >= 0) return new Descriptor(number, shown(directory));
        if (number == -Errno.NOENT) {
            checkRoot();
            refuseHome(directory);
        }
        throw Errno.writing(number, "open", shown(directory));
    }

    /** Returns how many of the directories on the path exist. */
    int depthThere(StorePath directory) {
        for (int depth = directory.names().size(); depth > 0; depth--) {
            StorePath above = new StorePath(directory.names().subList(0, depth));
            int number = openNumber(above, Posix.PATH_ONLY | Posix.DIRECTORY);
            if (number >= 0) {
                Posix.closeDescriptor(number);
                return depth;
            }
            if (number != -Errno.NOENT) throw Errno.writing(number, "open", shown(above));
        }
        checkRoot();
        return 0;
    }

    /** Nothing in it is ever removed: rmdir refuses a directory that is not empty, a mount point, and a link. */
    boolean removeDirectory(StorePath directory) {
        refuseReserved(directory);
        if (directory.isRoot() || isInHome(directory)) return false;
        try (Descriptor above = openToChange(directory.parent(), Posix.PATH_ONLY)) {
            int number = above.borrow();
            try {
                return Posix.removeDirectory(number, directory.name().bytes()) >= 0;
            } finally {
                above.giveBack();
            }
        }
    }

    private void refuseHome(StorePath directory) {
        if (!isInHome(directory)) return;
        throw new MoverException(
                ErrorCode.INVALID_PATH,
                shown(directory) + " is in the home of a mover node, which an export may not change");
    }

    void refuseReserved(StorePath path) {
        if (ReservedName.isIn(path)) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH, shown(path) + " is in the directory reserved for work in progress");
        }
    }

    /** EXPORT_MISSING if the root's path leads to another directory now, or to none: unmounted, moved or replaced. */
    void checkRoot() {
        int result = Posix.statusOfTrusted(export.pathBytes());
        if (result < 0)
            throw missing(
                    export,
                    Errno.reading(result, "statx", shown(StorePath.ROOT)).detail());
        if (!Statx.identity().equals(identity)) {
            throw missing(export, "the directory " + export.directory() + " was replaced after the export was opened");
        }
    }

    /** Status of what is open, with the target if it is a symbolic link. */
    static FileStatus status(Descriptor open) {
        int number = open.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.reading(result, "statx", open.what());
            FileStatus status = Statx.status(null);
            return Statx.isSymbolicLink() ? withTarget(status, number, OPEN_ONE, open.what()) : status;
        } finally {
            open.giveBack();
        }
    }

    /**
     * Status of an entry of an open directory; null if it has gone. Throws errors of reading.
     *
     * @param number borrowed from {@code directory}
     */
    static @Nullable FileStatus statusOfEntry(Descriptor directory, int number, FileName name) {
        byte[] bytes = name.bytes();
        int result = Posix.status(number, bytes);
        if (result == -Errno.NOENT) return null;
        if (result < 0) throw Errno.reading(result, "statx", directory.what() + "/" + name.shown());
        FileStatus status = Statx.status(null);
        if (!Statx.isSymbolicLink()) return status;
        return withTarget(status, number, bytes, directory.what() + "/" + name.shown());
    }

    /**
     * Returns the entries after a name, in their order, without the homes of nodes.
     *
     * @param number borrowed from {@code directory}
     */
    static DirectoryPage page(
            Descriptor directory, int number, NameTable names, @Nullable FileName after, int entriesMax) {
        List<DirectoryEntry> entries = new ArrayList<>(Math.min(entriesMax, names.size()));
        int index = names.firstAfter(after);
        for (; index < names.size() && entries.size() < entriesMax; index++) {
            FileName name = FileName.of(names.bytes(index));
            try {
                FileStatus status = statusOfEntry(directory, number, name);
                if (status == null) continue; // it has just gone
                byte[] bytes = name.bytes();
                boolean isHome = status.kind() == FileKind.DIRECTORY && HomesBelow.isHome(number, bytes);
                if (!isHome) entries.add(new DirectoryEntry(name, status, null));
            } catch (MoverException error) {
                entries.add(new DirectoryEntry(name, null, error));
            }
        }
        return new DirectoryPage(entries, index == names.size());
    }

    private static FileStatus withTarget(FileStatus link, int directory, byte[] name, String where) {
        int length = Posix.readLink(directory, name);
        if (length < 0) throw Errno.reading(length, "readlink", where);
        byte[] target = new byte[length];
        Scratch.ofThisThread().data.get(0, target);
        return new FileStatus(link.kind(), link.version(), link.mode(), target);
    }

    private static MoverException missing(ExportRoot export, String why) {
        return new MoverException(ErrorCode.EXPORT_MISSING, "export " + export.name() + " is missing: " + why);
    }

    @Override
    public void close() {
        root.close();
    }
}
