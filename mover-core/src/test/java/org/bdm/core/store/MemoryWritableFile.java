package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Consumer;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StoreCall.Kind;

/** A temporary file of a {@link MemoryStore}. */
final class MemoryWritableFile implements WritableFile {
    private static final int PIECE_BYTES = 64 * 1024;

    private final MemoryStore store;
    private final MemoryNode.File file;
    private final String name;
    private final String where;
    private final int life;
    private boolean closed;

    MemoryWritableFile(MemoryStore store, MemoryNode.File file, String name, String where) {
        this.store = store;
        this.file = file;
        this.name = name;
        this.where = where;
        this.life = store.opened(where);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public StoreAbilities abilities() {
        return store.abilities();
    }

    @Override
    public long inode() {
        return file.inode;
    }

    @Override
    public long size() {
        synchronized (store) {
            checkUsable();
            return file.size();
        }
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        synchronized (store) {
            checkUsable();
            store.record(Kind.WRITE, where);
            store.faults().use(source.remaining(), where);
            file.bytes.write(offset, source);
            file.modified = store.now();
        }
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        synchronized (store) {
            checkUsable();
            return file.bytes.read(offset, target);
        }
    }

    @Override
    public boolean reserve(ByteRange range) {
        synchronized (store) {
            checkUsable();
            store.record(Kind.RESERVE, where);
            if (range.length() > store.faults().space()) store.faults().use(range.length(), where);
            return true;
        }
    }

    @Override
    public void makeHole(ByteRange range) {
        synchronized (store) {
            checkUsable();
            store.record(Kind.MAKE_HOLE, where);
            file.bytes.makeHole(range);
            file.modified = store.now();
        }
    }

    @Override
    public long holeEnd(long offset) {
        synchronized (store) {
            checkUsable();
            return file.bytes.holeEnd(offset);
        }
    }

    @Override
    public void resize(long size) {
        synchronized (store) {
            checkUsable();
            store.record(Kind.RESIZE, where);
            file.bytes.resize(size);
            file.modified = store.now();
        }
    }

    @Override
    public void setAttributes(Instant modified, int mode) {
        synchronized (store) {
            checkUsable();
            store.record(Kind.SET_ATTRIBUTES, where);
            if (store.abilities().traits().keepsTimes()) file.modified = modified;
            file.mode = mode;
        }
    }

    @Override
    public void force() {
        synchronized (store) {
            checkUsable();
            if (store.faults().takeForceFailure()) {
                file.broken = true;
                checkUsable();
            }
            if (store.faults().skipsData()) return;
            store.record(Kind.FORCE, where);
            file.force();
        }
    }

    @Override
    public void readBack(Consumer<ByteBuffer> sink) {
        long size = size();
        store.record(Kind.READ_BACK, where);
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
        for (long offset = 0; offset < size; offset += piece.limit()) {
            piece.clear().limit((int) Math.min(PIECE_BYTES, size - offset));
            synchronized (store) {
                file.onDevice().read(offset, piece);
            }
            sink.accept(piece.flip().asReadOnlyBuffer());
            if (piece.limit() == 0)
                throw new MoverException(ErrorCode.WRITE_ERROR, where + " is shorter on the device");
        }
    }

    @Override
    public void close() {
        synchronized (store) {
            if (!closed) store.closed(where, life);
            closed = true;
        }
    }

    private void checkUsable() {
        store.checkLife(life, closed, where);
        MemoryWorkArea.refuseBroken(file, where);
    }
}
