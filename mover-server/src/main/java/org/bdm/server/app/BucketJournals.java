package org.bdm.server.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.jspecify.annotations.Nullable;

/** The journals of files on their way into buckets: nothing can be appended to there, so they lie in the home. Any thread that may block. */
final class BucketJournals implements Supplier<WritableStore>, AutoCloseable {
    private final Path directory;
    private @Nullable LocalStore store; // guarded by this

    BucketJournals(Path directory) {
        this.directory = directory;
    }

    /** Makes the directory when it is needed for the first time. */
    @Override
    public synchronized WritableStore get() {
        LocalStore open = store;
        if (open != null) return open;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.WRITE_ERROR, "the directory " + directory + " cannot be made: " + e, e);
        }
        LocalStore made = LocalStore.openWritable(new ExportRoot(new ExportName("uploads"), directory));
        store = made;
        return made;
    }

    @Override
    public synchronized void close() {
        LocalStore open = store;
        if (open != null) open.close();
        store = null;
    }
}
