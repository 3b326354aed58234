package org.bdm.core.rate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** The rate of one session over the last seconds, and whether it takes all it may. Bytes come in whole blocks. Owner only. */
public final class FlowMeter {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long JUDGED_AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long BLOCK_BYTES = 1 << 20;
    private static final int BLOCKS_IN_WINDOW = 3;
    private static final double TAKES_ALL = 0.8;
    private static final double GROWTH = 1.5;
    private static final int SAMPLES_IN_WINDOW = 32;

    private final Deque<Sample> samples = new ArrayDeque<>();
    private boolean takesAll = true; // until the opposite is seen

    private record Sample(long atNanos, long bytes) {}

    /** So many bytes were moved since the session began; it may take this much, 0 for no limit. */
    public void note(long bytesTotal, long bytesPerSecondMax, long nowNanos) {
        long window = windowNanos(bytesPerSecondMax);
        if (samples.size() > 1 && nowNanos - samples.getLast().atNanos() < window / SAMPLES_IN_WINDOW) return;
        samples.add(new Sample(nowNanos, bytesTotal));
        while (samples.size() > 2 && nowNanos - samples.getFirst().atNanos() > window) samples.removeFirst();
        if (nanos() < JUDGED_AFTER_NANOS) return;
        // A part of a block may be on its way.
        takesAll = bytesPerSecondMax == 0 || bytes() + BLOCK_BYTES >= TAKES_ALL * bytesPerSecondMax * nanos() / 1e9;
    }

    /** Long enough for several blocks. */
    private static long windowNanos(long bytesPerSecondMax) {
        if (bytesPerSecondMax == 0) return WINDOW_NANOS;
        return Math.max(WINDOW_NANOS, (long) (1e9 * BLOCKS_IN_WINDOW * BLOCK_BYTES / bytesPerSecondMax));
    }

    /** It may take much more than before: what came until now says nothing about that. */
    public void raised() {
        if (!takesAll || samples.isEmpty()) return;
        Sample last = samples.getLast();
        samples.clear();
        samples.add(last);
    }

    public long bytesPerSecond() {
        long nanos = nanos();
        return nanos <= 0 ? 0 : Math.round(bytes() * 1e9 / nanos);
    }

    private long nanos() {
        return samples.isEmpty()
                ? 0
                : samples.getLast().atNanos() - samples.getFirst().atNanos();
    }

    private long bytes() {
        return samples.isEmpty()
                ? 0
                : samples.getLast().bytes() - samples.getFirst().bytes();
    }

    /** True if about as much comes as may come, or as long as that is not known. */
    public boolean takesAll() {
        return takesAll;
    }

    /** True if bytes come, and about as many as may. */
    public boolean isSeenTakingAll() {
        return takesAll && bytes() > 0;
    }

    /** Bytes/s that a session which takes less than it may would take at most; it grows step by step. */
    public long demand() {
        return Math.round(bytesPerSecond() * GROWTH) + BLOCK_BYTES / 16;
    }
}
