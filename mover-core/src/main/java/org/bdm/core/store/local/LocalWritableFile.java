package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** An open file of a work area. */
final class LocalWritableFile implements WritableFile {
    /** Of a size that the file system has to be asked for. */
    static final long UNKNOWN = -1;

    private final WorkDirectory directory;
    private final String name;
    private final Descriptor file;
    private final long inode;

    /** Bytes up to the end, as this file alone has changed it since it made it; {@link #UNKNOWN} if it was there before, or a write failed. */
    private volatile long knownSize;

    private volatile Inherited inherited = Inherited.NOTHING;

    /** The error of the first failed force; everything fails with it from then on (promise P13). */
    private volatile @Nullable MoverException broken;

    /**
     * Takes ownership of the descriptor.
     *
     * @param knownSize 0 for a file just made, else {@link #UNKNOWN}
     */
    LocalWritableFile(WorkDirectory directory, String name, Descriptor file, long inode, long knownSize) {
        this.directory = directory;
        this.name = name;
        this.file = file;
        this.inode = inode;
        this.knownSize = knownSize;
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
        long known = knownSize;
        if (known != UNKNOWN) return known;
        return call("statx", number -> {
            int result = Posix.statusOfOpen(number);
            return result < 0 ? result : Statx.size();
        });
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        int number = usable();
        long before = knownSize;
        long end = source.hasRemaining() ? offset + source.remaining() : 0;
        try {
            knownSize = UNKNOWN; // until all of it is written
            long result = BufferTransfer.write(number, offset, source);
            if (result < 0) throw Errno.writing(result, "pwrite at offset " + offset, file.what());
            if (before != UNKNOWN) knownSize = Math.max(before, end);
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
        if (!abilities().traits().reserves()) return false;
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
        knownSize = UNKNOWN;
        call("ftruncate", number -> Posix.truncate(number, size));
        knownSize = size;
    }

    /** Sets what it gets with its attributes beside them. */
    void inherit(Inherited fromDirectory) {
        inherited = fromDirectory;
    }

    @Override
    public void setAttributes(Instant modified, int mode) {
        FileSystemTraits traits = abilities().traits();
        if (!inherited.isNothing()) call("fchown", inherited::apply); // before the mode, which it changes
        call("fchmod", number -> refusedIsFine(Posix.mode(number, mode), traits.keepsModes()));
        call("futimens", number -> refusedIsFine(Posix.modified(number, modified), traits.keepsTimes()));
    }

    /** A file system that was found not to keep an attribute may refuse it too. */
    private static int refusedIsFine(int result, boolean isKept) {
        boolean isRefused = result == -Errno.PERM || result == -Errno.NOTSUP || result == -Errno.NOSYS;
        return isRefused && !isKept ? 0 : result;
    }

    @Override
    public void force() {
        int number = usable();
        try {
            if (abilities().memoryOnly()) return; // nothing here outlives the machine, and the call does nothing
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
