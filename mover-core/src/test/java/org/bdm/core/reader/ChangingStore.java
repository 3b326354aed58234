package org.bdm.core.reader;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** A store whose files can be changed under the reader. */
final class ChangingStore implements Store {
    private final Store inner;
    Runnable beforeOpen = () -> {};
    Runnable beforeRead = () -> {};
    int reads;
    int open;
    long shortenTo = Long.MAX_VALUE;
    long dataFrom;
    long grownBy;

    ChangingStore(Store inner) {
        this.inner = inner;
    }

    @Override
    public ReadableFile open(StorePath file) {
        beforeOpen.run();
        ReadableFile readable = inner.open(file);
        open++;
        return new ReadableFile() {
            @Override
            public FileStatus status() {
                FileStatus now = readable.status();
                FileVersion version = now.version();
                FileVersion grown = new FileVersion(
                        version.size() + grownBy, version.modified(), version.changed(), version.inode());
                return new FileStatus(now.kind(), grown, now.mode(), null);
            }

            @Override
            public int read(long offset, ByteBuffer target) {
                reads++;
                beforeRead.run();
                if (offset >= shortenTo) return 0;
                if (shortenTo - offset < target.remaining()) target.limit((int) (shortenTo - offset));
                return readable.read(offset, target);
            }

            @Override
            public long holeEnd(long offset) {
                return Math.max(offset, dataFrom);
            }

            @Override
            public void close() {
                open--;
                readable.close();
            }
        };
    }

    @Override
    public StoreAbilities abilities() {
        return inner.abilities();
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        return inner.status(path);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        return inner.list(directory, after, entriesMax);
    }

    @Override
    public long freeBytes() {
        return inner.freeBytes();
    }
}
