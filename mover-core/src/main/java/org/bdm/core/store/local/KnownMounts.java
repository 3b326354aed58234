package org.bdm.core.store.local;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a second which mount a directory lies on, or will lie on once it is made: every file of it is begun on that mount. Bounded.
 * Any thread.
 */
final class KnownMounts {
    static final long VALID_NANOS = 1_000_000_000L;
    private static final int DIRECTORIES_MAX = 10_000;

    private final LongSupplier nanoTime;
    private final Map<StorePath, Found> found = new ConcurrentHashMap<>();

    KnownMounts(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * The mount of a directory, or of the nearest one above it that is there.
     *
     * @param atNanos when the kernel was asked
     */
    record Found(Statx.Mount mount, long atNanos) {}

    /** What the kernel has just said. */
    Found found(Statx.Mount mount) {
        return new Found(mount, nanoTime.getAsLong());
    }

    @Nullable Found find(StorePath directory) {
        Found there = found.get(directory);
        return there != null && nanoTime.getAsLong() - there.atNanos < VALID_NANOS ? there : null;
    }

    void put(StorePath directory, Found mount) {
        if (found.size() >= DIRECTORIES_MAX) found.clear();
        found.put(directory, mount);
    }

    /** Forgets everything: something is mounted elsewhere than it was. */
    void forget() {
        found.clear();
    }
}
