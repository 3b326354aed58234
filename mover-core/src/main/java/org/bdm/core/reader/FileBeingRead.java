package org.bdm.core.reader;

import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;

/** A file that is being read, in the version that was asked for. Reads are safe on several threads at once. */
final class FileBeingRead implements AutoCloseable {
    private final Store store;
    private final StorePath path;
    private final ReadableFile readable;
    private final FileVersion opened;
    int users; // guarded by its OpenFiles

    private FileBeingRead(Store store, StorePath path, ReadableFile readable, FileVersion opened) {
        this.store = store;
        this.path = path;
        this.readable = readable;
        this.opened = opened;
    }

    /** Opens the file of an item and checks that it is the version expected. */
    static FileBeingRead open(ReadItem item) {
        ReadableFile readable = item.store().open(item.path());
        boolean kept = false;
        try {
            FileStatus status = readable.statusWhenOpened();
            VersionCheck.opened(item.path(), item.expected(), status);
            kept = true;
            return new FileBeingRead(item.store(), item.path(), readable, status.version());
        } finally {
            if (!kept) readable.close();
        }
    }

    StorePath path() {
        return path;
    }

    ReadableFile readable() {
        return readable;
    }

    /** Its version when it was opened. */
    FileVersion opened() {
        return opened;
    }

    /** True when the item is about this file, in this version. */
    boolean serves(ReadItem item) {
        return item.store() == store
                && item.path().equals(path)
                && item.expected().equals(opened);
    }

    /** Status after the last read; SOURCE_CHANGED if anything is not as on opening. */
    FileStatus checkUnchanged() {
        FileStatus now = readable.status();
        VersionCheck.unchanged(path, opened, now.version());
        return now;
    }

    @Override
    public void close() {
        readable.close();
    }
}
