package org.bdm.core.source.bdm;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A place for one stream: dialled again and again, with growing pauses, until the source is closed. Owner only. */
final class Slot {
    private static final long PAUSE_MILLIS_MIN = 100;
    private static final long PAUSE_MILLIS_MAX = 10_000;

    @Nullable Connection connection;

    private int failures;
    private boolean isRetiring;

    /** Nothing new is asked on its stream, and none is opened again: it goes when what was asked has come. */
    boolean isRetiring() {
        return isRetiring;
    }

    void retire(boolean retires) {
        isRetiring = retires;
    }

    /** The stream works. */
    void succeeded() {
        failures = 0;
    }

    /** Pause before the next attempt, in milliseconds; longer with every call, and never the same for all. */
    long nextPauseMillis(RandomGenerator random) {
        long pause = Math.min(PAUSE_MILLIS_MIN << Math.min(failures, 10), PAUSE_MILLIS_MAX);
        failures++;
        return (long) (pause * (0.5 + random.nextDouble() / 2));
    }
}
