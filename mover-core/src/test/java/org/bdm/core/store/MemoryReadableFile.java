package org.bdm.core.store;

import java.nio.ByteBuffer;

/** An open file of a {@link MemoryStore}. */
final class MemoryReadableFile implements ReadableFile {
    private final MemoryStore store;
    private final MemoryNode.File file;
    private final StorePath path;
    private final int life;
    private boolean closed;

    MemoryReadableFile(MemoryStore store, MemoryNode.File file, StorePath path, int life) {
        this.store = store;
        this.file = file;
        this.path = path;
        this.life = life;
    }

    @Override
    public FileStatus status() {
        synchronized (store) {
            store.checkLife(life, closed, path.toString());
            return file.status();
        }
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        synchronized (store) {
            store.checkLife(life, closed, path.toString());
            store.faults().checkReadable(path.toString(), offset, target.remaining());
            return file.bytes.read(offset, target);
        }
    }

    @Override
    public long holeEnd(long offset) {
        synchronized (store) {
            store.checkLife(life, closed, path.toString());
            return file.bytes.holeEnd(offset);
        }
    }

    @Override
    public void close() {
        synchronized (store) {
            closed = true;
        }
    }
}
