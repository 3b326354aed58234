package org.bdm.core.store.local;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** One call for each entry, and three for its directory. */
final class LocalBatchLook implements BatchLook {
    private static final int MISSING_MAX = 10_000;

    private final Store store;
    private final ExportTree tree;
    private final DirectoryHandles directories = new DirectoryHandles();
    private final Set<StorePath> missing = new HashSet<>();

    LocalBatchLook(Store store, ExportTree tree) {
        this.store = store;
        this.tree = tree;
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        if (path.isRoot()) return store.status(path);
        if (ReservedName.isIn(path) || missing.contains(path.parent())) return Optional.empty();
        Descriptor parent = directories.find(path.parent());
        if (parent == null) parent = open(path.parent());
        if (parent != null) return status(parent, path);
        return missing.contains(path.parent()) ? Optional.empty() : store.status(path); // which tells what is wrong
    }

    /** Opens a directory and keeps it; null if it is missing, which is kept too, or cannot be opened. */
    private @Nullable Descriptor open(StorePath directory) {
        int number = tree.openNumber(directory, Posix.PATH_ONLY | Posix.DIRECTORY);
        if (number < 0 && number != -Errno.NOENT) return null;
        Descriptor opened = number < 0 ? null : new Descriptor(number, tree.shown(directory));
        if (opened != null) directories.keep(directory, opened);
        tree.checkRoot();
        if (opened == null && missing.size() < MISSING_MAX) missing.add(directory);
        return opened;
    }

    private static Optional<FileStatus> status(Descriptor parent, StorePath path) {
        int number = parent.borrow();
        try {
            FileStatus status = ExportTree.statusOfEntry(parent, number, path.name());
            if (status == null) return Optional.empty();
            boolean isHome = status.kind() == FileKind.DIRECTORY
                    && HomesBelow.isHome(number, path.name().bytes());
            return isHome ? Optional.empty() : Optional.of(status);
        } finally {
            parent.giveBack();
        }
    }

    @Override
    public void close() {
        directories.close();
    }
}
