package org.bdm.server.upkeep;

import org.bdm.server.catalog.dataset.RunCaps;
import org.jspecify.annotations.Nullable;

/**
 * The rest that a run of a subscription may take. Datasets are offered in the order of their names; with the first one that does not fit any more
 * the run has what it gets, so that none waits for ever behind smaller ones. Belongs to one thread.
 */
final class RunBudget {
    private final long bytesMax;
    private long bytesLeft;
    private long datasetsLeft;
    private boolean isOver;
    private long datasetsTaken;

    RunBudget(RunCaps caps) {
        this.bytesMax = orAll(caps.bytes());
        this.bytesLeft = bytesMax;
        this.datasetsLeft = orAll(caps.datasets());
    }

    /** The decision on a dataset. */
    enum Share {
        TAKEN,
        /** The next run takes it, or one after that. */
        LEFT,
        /** No run ever takes it, unless the cap is raised. */
        TOO_LARGE
    }

    private static long orAll(@Nullable Long cap) {
        return cap == null ? Long.MAX_VALUE : cap;
    }

    Share offer(long bytes) {
        if (bytes > bytesMax) return Share.TOO_LARGE;
        isOver |= datasetsLeft == 0 || bytes > bytesLeft;
        if (isOver) return Share.LEFT;
        datasetsLeft--;
        bytesLeft -= bytes;
        datasetsTaken++;
        return Share.TAKEN;
    }

    /** True if nothing more is taken. */
    boolean isOver() {
        return isOver || datasetsLeft == 0 || bytesLeft == 0;
    }

    long datasetsTaken() {
        return datasetsTaken;
    }

    long bytesTaken() {
        return bytesMax - bytesLeft;
    }

    long bytesMax() {
        return bytesMax;
    }
}
