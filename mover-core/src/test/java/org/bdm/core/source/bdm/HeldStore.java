package org.bdm.core.source.bdm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** A store whose disk holds every read while the test says so, and counts those that it holds. */
final class HeldStore implements Store {
    private final Store real;
    private boolean isHolding; // guarded by this, as the next
    private int waiting;
    private int mostWaiting;

    HeldStore(Store real) {
        this.real = real;
    }

    /** From now on reads wait; counting begins anew. */
    synchronized void hold() {
        isHolding = true;
        mostWaiting = 0;
    }

    synchronized void letAll() {
        isHolding = false;
        notifyAll();
    }

    synchronized int waiting() {
        return waiting;
    }

    /** The most reads that waited at once since {@link #hold}. */
    synchronized int mostWaiting() {
        return mostWaiting;
    }

    private synchronized void pass() {
        waiting++;
        if (isHolding) mostWaiting = Math.max(mostWaiting, waiting);
        try {
            while (isHolding) wait();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            waiting--;
        }
    }

    @Override
    public ReadableFile open(StorePath file) {
        ReadableFile readable = real.open(file);
        return new ReadableFile() {
            @Override
            public FileStatus status() {
                return readable.status();
            }

            @Override
            public int read(long offset, ByteBuffer target) {
                pass();
                return readable.read(offset, target);
            }

            @Override
            public long holeEnd(long offset) {
                return readable.holeEnd(offset);
            }

            @Override
            public void close() {
                readable.close();
            }
        };
    }

    @Override
    public StoreAbilities abilities() {
        return real.abilities();
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        return real.status(path);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        return real.list(directory, after, entriesMax);
    }

    @Override
    public long freeBytes() {
        return real.freeBytes();
    }
}
