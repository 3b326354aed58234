package org.bdm.core.fetch;

import java.util.concurrent.TimeUnit;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLoad;
import org.bdm.core.worker.AdjustableWorkers;

/**
 * The readers of each stream at the source, seen from here: their number is sent there, and the time that they work follows from what the source
 * tells of itself. One worker is one reader of every stream. Owner only.
 */
final class SourceReaders implements AdjustableWorkers {
    private static final long TOLD_LATE_NANOS_MAX = TimeUnit.SECONDS.toNanos(2); // after more, nothing was wanted of it

    private final BlockSource source;
    private int number = 1;
    private double busyNanos;
    private long toldAtNanos;

    SourceReaders(BlockSource source, long nowNanos) {
        this.source = source;
        this.toldAtNanos = nowNanos;
    }

    @Override
    public int threads() {
        return source.readersMost();
    }

    @Override
    public int workers() {
        return Math.min(threads(), number);
    }

    @Override
    public void useWorkers(int wanted) {
        source.useReaders(wanted); // also more than it has told so far: it takes what it can
        number = Math.max(1, wanted);
    }

    @Override
    public long busyNanos() {
        return (long) busyNanos;
    }

    /** To be called about once a second: adds what the source told of the time since it told before. */
    void beat(long nowNanos) {
        SourceLoad told = source.load().orElse(null);
        if (told == null) return;
        long nanos = Math.min(TOLD_LATE_NANOS_MAX, nowNanos - toldAtNanos);
        toldAtNanos = nowNanos;
        // What is told is late: of a number that was just changed only the share of the time is known, not the sum.
        double wanted = Math.min(1, told.sum() / told.streams());
        busyNanos += nanos * workers() * wanted * told.share(told.reading() + told.computing());
    }
}
