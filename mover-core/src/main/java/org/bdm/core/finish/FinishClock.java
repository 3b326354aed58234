package org.bdm.core.finish;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Adds up what the steps of one finisher took. Any thread. */
final class FinishClock {
    private final LongSupplier nanoTime;
    private final LongAdder verifyingNanos = new LongAdder();
    private final LongAdder placingNanos = new LongAdder();

    /** With what {@link System#nanoTime} tells. */
    FinishClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    <T> T verifying(Supplier<T> step) {
        return timed(verifyingNanos, step);
    }

    <T> T placing(Supplier<T> step) {
        return timed(placingNanos, step);
    }

    private <T> T timed(LongAdder sum, Supplier<T> step) {
        long began = nanoTime.getAsLong();
        try {
            return step.get();
        } finally {
            sum.add(nanoTime.getAsLong() - began);
        }
    }

    FinishTimes times() {
        return new FinishTimes(
                TimeUnit.NANOSECONDS.toMillis(verifyingNanos.sum()), TimeUnit.NANOSECONDS.toMillis(placingNanos.sum()));
    }
}
