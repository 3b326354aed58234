package org.bdm.core.serve;

import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The store that a peer sees outside its grant: every path is refused. Refusals take the way of the answers, so that thousands of them in one want
 * are paced by what the peer reads.
 */
record DeniedStore(String export) implements Store {
    @Override
    public StoreAbilities abilities() {
        return new StoreAbilities(false, false, false);
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        throw denied(path);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        throw denied(directory);
    }

    @Override
    public ReadableFile open(StorePath file) {
        throw denied(file);
    }

    @Override
    public long freeBytes() {
        return 0;
    }

    private MoverException denied(StorePath path) {
        return Access.notAllowed(export, path);
    }
}
