package org.bdm.core.store.local;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a moment what the kernel said of directories, for the many files of each. Bounded: when full it forgets everything. A
 * finding that is kept for a directory below expires with the one it was taken from. Any thread.
 *
 * @param <V> what is found of a directory
 */
final class RecentFindings<V> {
    private static final int DIRECTORIES_MAX = 10_000;

    private final long validNanos;
    private final LongSupplier nanoTime;
    private final Map<StorePath, Finding<V>> findings = new ConcurrentHashMap<>();

    /**
     * Remembers nothing yet.
     *
     * @param validNanos how long a finding is used
     * @param nanoTime as {@link System#nanoTime}
     */
    RecentFindings(long validNanos, LongSupplier nanoTime) {
        this.validNanos = validNanos;
        this.nanoTime = nanoTime;
    }

    /**
     * A finding about a directory, or about one above it.
     *
     * @param atNanos when the kernel was asked, or shortly before
     */
    record Finding<V>(V value, long atNanos) {}

    /** A finding of this moment, not kept yet. */
    Finding<V> now(V value) {
        return new Finding<>(value, nanoTime.getAsLong());
    }

    @Nullable Finding<V> find(StorePath directory) {
        Finding<V> finding = findings.get(directory);
        return finding != null && nanoTime.getAsLong() - finding.atNanos < validNanos ? finding : null;
    }

    void keep(StorePath directory, Finding<V> finding) {
        if (findings.size() >= DIRECTORIES_MAX) findings.clear();
        findings.put(directory, finding);
    }

    void forget() {
        findings.clear();
    }
}
