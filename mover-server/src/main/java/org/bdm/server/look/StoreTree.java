package org.bdm.server.look;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.TreeLister;
import org.bdm.core.store.TreePage;
import org.jspecify.annotations.Nullable;

/** An export of this site. */
public final class StoreTree implements Tree {
    private static final int READ_BYTES = 1 << 20;

    private final Store store;
    private @Nullable ByteBuffer buffer; // of this thread, for all files

    public StoreTree(Store store) {
        this.store = store;
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        return store.status(path);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        return store.list(directory, after, entriesMax);
    }

    @Override
    public TreePage listTree(StorePath directory, String after, int entriesMax) {
        if (store instanceof TreeLister lister) return lister.listTree(directory, after, entriesMax);
        return Tree.super.listTree(directory, after, entriesMax);
    }

    @Override
    public AskedDigest digest(StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        Checksum computed = computed(path, expected, algorithm);
        return () -> computed;
    }

    private Checksum computed(StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        ByteBuffer bytes = readBuffer();
        try (ReadableFile file = store.open(path)) {
            long offset = 0;
            int read = file.read(offset, bytes);
            while (read > 0) {
                digest.update(bytes.flip());
                bytes.clear();
                offset += read;
                read = file.read(offset, bytes);
            }
            if (!file.status().version().equals(expected)) {
                throw new MoverException(ErrorCode.SOURCE_CHANGED, path + " changed while it was read");
            }
        }
        return digest.finish();
    }

    private ByteBuffer readBuffer() {
        ByteBuffer known = buffer == null ? ByteBuffer.allocate(READ_BYTES) : buffer;
        buffer = known;
        return known.clear();
    }

    @Override
    public void close() {
        // the store stays open: it is the site's
    }
}
