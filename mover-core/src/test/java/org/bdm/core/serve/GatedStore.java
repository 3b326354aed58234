package org.bdm.core.serve;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** A store whose disk answers questions only as often as the test lets it. */
final class GatedStore implements Store {
    private final Store real;
    private final Semaphore gate = new Semaphore(0, true);
    private final AtomicInteger atTheDisk = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();

    GatedStore(Store real) {
        this.real = real;
    }

    /** So many questions more are answered. */
    void let(int questions) {
        gate.release(questions);
    }

    /** Questions that stand at the gate. */
    int atTheDisk() {
        return atTheDisk.get();
    }

    /** Files that were opened. */
    int opened() {
        return opened.get();
    }

    private void pass() {
        atTheDisk.incrementAndGet();
        gate.acquireUninterruptibly();
        atTheDisk.decrementAndGet();
    }

    @Override
    public StoreAbilities abilities() {
        return real.abilities();
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        pass();
        return real.status(path);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        pass();
        return real.list(directory, after, entriesMax);
    }

    @Override
    public ReadableFile open(StorePath file) {
        opened.incrementAndGet();
        return real.open(file);
    }

    @Override
    public long freeBytes() {
        return real.freeBytes();
    }
}
