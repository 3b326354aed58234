package org.bdm.core.host;

import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** The share of the processors of this process that it used, or waited for, in the last second or so. Any thread; does not block. */
public final class ProcessorShare implements DoubleSupplier {
    private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier processorNanos;
    private final LongSupplier nanoTime;
    private long nanosBefore; // guarded by this, as the next ones
    private long atNanos;
    private double share;

    /**
     * Begins to measure.
     *
     * @param processorNanos time of processors that this process has used since it began, and waited for if that is known
     * @param nanoTime monotonic clock
     */
    public ProcessorShare(LongSupplier processorNanos, LongSupplier nanoTime) {
        this.processorNanos = processorNanos;
        this.nanoTime = nanoTime;
        this.nanosBefore = processorNanos.getAsLong();
        this.atNanos = nanoTime.getAsLong();
    }

    /** Returns the share, 0 to 1. A process that is bound to fewer processors than the machine has is measured by those. */
    @Override
    public synchronized double getAsDouble() {
        long now = nanoTime.getAsLong();
        long span = now - atNanos;
        if (span < SPAN_NANOS) return share;
        long used = processorNanos.getAsLong();
        int processors = Runtime.getRuntime().availableProcessors();
        share = Math.max(0, Math.min(1, (double) (used - nanosBefore) / span / processors));
        nanosBefore = used;
        atNanos = now;
        return share;
    }
}
