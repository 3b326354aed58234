package org.bdm.core.fetch;

import org.bdm.core.adapt.StageWork;
import org.bdm.core.adapt.WorkStage;
import org.bdm.core.worker.AdjustableWorkers;

/** The workers of one stage whose time is measured, as the adaptation sees them. Owner only. */
final class AdaptedStage {
    private final WorkStage stage;
    private final AdjustableWorkers workers;
    private final int pinned;
    private final int leastWished;
    private long busyBefore;

    /**
     * Nothing is set yet.
     *
     * @param pinned number that a person set; 0 if nobody did
     * @param leastWished fewer are only used if there are not so many threads, or if a person set that
     */
    AdaptedStage(WorkStage stage, AdjustableWorkers workers, int pinned, int leastWished) {
        this.stage = stage;
        this.workers = workers;
        this.pinned = pinned;
        this.leastWished = leastWished;
    }

    WorkStage stage() {
        return stage;
    }

    /** Uses the number that a person set, if somebody did. */
    void usePinned() {
        if (pinned > 0) workers.useWorkers(pinned);
    }

    /** True if a person set more than there are threads. */
    boolean isPinBounded() {
        return pinned > workers.threads();
    }

    int pinned() {
        return pinned;
    }

    int threads() {
        return workers.threads();
    }

    int least() {
        return isFixed() ? workers.workers() : Math.min(leastWished, workers.threads());
    }

    int most() {
        return isFixed() ? workers.workers() : workers.threads();
    }

    int now() {
        return workers.workers();
    }

    /** True if nothing can change the number. */
    boolean isFixed() {
        return pinned > 0 || workers.threads() <= leastWished;
    }

    void use(int number) {
        if (!isFixed() && number != workers.workers()) workers.useWorkers(number);
    }

    void beginInterval() {
        busyBefore = workers.busyNanos();
    }

    /** Work since the begin of the interval. Time is counted when a piece of work ends, so it may be that of more than the interval. */
    StageWork work(long nanos, long bytes) {
        long ofAll = workers.workers() * nanos;
        long busy = Math.max(0, Math.min(ofAll, workers.busyNanos() - busyBefore));
        return new StageWork(bytes, busy, ofAll - busy);
    }
}
