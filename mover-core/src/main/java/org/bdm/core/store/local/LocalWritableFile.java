package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** An open file of a work area. */
final class LocalWritableFile implements WritableFile {
    private final WorkDirectory directory;
    private final String name;
    private final Descriptor file;
    private final long inode;

    /** The error of the first failed force; everything fails with it from then on (promise P13). */
    private volatile @Nullable MoverException broken;

    /** Takes ownership of the descriptor. */
    LocalWritableFile(WorkDirectory directory, String name, Descriptor file, long inode) {
        this.directory = directory;
        this.name = name;
        this.file = file;
        this.inode = inode;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long inode() {
        return inode;
    }

    @Override
    public StoreAbilities abilities() {
        return directory.abilities();
    }

    @Override
    public long size() {
        return call("statx", number -> {
            int result = Posix.statusOfOpen(number);
            return result < 0 ? result : Statx.size();
        });
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        int number = usable();
        try {
            long result = BufferTransfer.write(number, offset, source);
            if (result < 0) throw Errno.writing(result, "pwrite at offset " + offset, file.what());
        } finally {
            file.giveBack();
        }
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        int number = usable();
        try {
            long result = BufferTransfer.read(number, offset, target);
            if (result < 0) throw Errno.readingBack(result, "pread at offset " + offset, file.what());
            return (int) result;
        } finally {
            file.giveBack();
        }
    }

    @Override
    public boolean reserve(ByteRange range) {
        long result = call("fallocate", number -> {
            int reserved = Posix.reserve(number, range.offset(), range.length());
            return Holes.isUnknown(reserved) ? 1 : reserved;
        });
        return result == 0;
    }

    @Override
    public void makeHole(ByteRange range) {
        long result = call("fallocate", number -> {
            int punched = Posix.punchHole(number, range.offset(), range.length());
            return Holes.isUnknown(punched) ? 1 : punched;
        });
        if (result != 0) Holes.fillWithZeros(this, range);
    }

    @Override
    public long holeEnd(long offset) {
        return call("lseek", number -> Holes.end(number, offset));
    }

    @Override
    public void resize(long size) {
        call("ftruncate", number -> Posix.truncate(number, size));
    }

    @Override
    public void setAttributes(Instant modified, int mode) {
        call("fchmod", number -> Posix.mode(number, mode));
        call("futimens", number -> Posix.modified(number, modified));
    }

    @Override
    public void force() {
        int number = usable();
        try {
            int result = Posix.sync(number);
            if (result >= 0) return;
            MoverException error = Errno.syncing(result, file.what());
            broken = error;
            directory.breakFile(name, error);
            throw error;
        } finally {
            file.giveBack();
        }
    }

    @Override
    public void readBack(Consumer<ByteBuffer> sink) {
        try (ReadBack reading = directory.readBack(this, file)) {
            reading.run(size(), sink);
        }
    }

    @Override
    public void close() {
        file.close();
    }

    private long call(String what, IntToLongFunction posix) {
        int number = usable();
        try {
            long result = posix.applyAsLong(number);
            if (result < 0) throw Errno.writing(result, what, file.what());
            return result;
        } finally {
            file.giveBack();
        }
    }

    private int usable() {
        MoverException error = broken;
        if (error != null) throw new MoverException(error.code(), error.detail(), error);
        return file.borrow();
    }
}
