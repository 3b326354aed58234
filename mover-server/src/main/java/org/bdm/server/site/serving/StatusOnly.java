package org.bdm.server.site.serving;

import java.nio.ByteBuffer;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;

/** A file of which nothing is read: the answer to HEAD for one that is offline. */
record StatusOnly(FileStatus status) implements ReadableFile {
    @Override
    public int read(long offset, ByteBuffer target) {
        throw new IllegalStateException("a look at a file reads nothing of it");
    }

    @Override
    public long holeEnd(long offset) {
        return offset;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
