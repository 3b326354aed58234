package org.bdm.core.worker;

/** A stage of a session of which the number of workers can be changed while it works. Any thread. */
public interface AdjustableWorkers {
    /** Threads that there are: no more workers than these work at once. */
    int threads();

    /** The most workers that work at once now, from 1 to {@link #threads()}. */
    int workers();

    /**
     * Changes the number of workers, to the nearest number that is possible. More begin at once if work waits; one too many ends what it does,
     * a block or a slice of a file, and takes nothing more.
     */
    void useWorkers(int number);

    /** Time that its workers have worked since it began, summed, in nanoseconds; 0 if it is not measured. */
    default long busyNanos() {
        return 0;
    }
}
