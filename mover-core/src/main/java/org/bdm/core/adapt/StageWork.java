package org.bdm.core.adapt;

/**
 * Work of all workers of one stage in one interval.
 *
 * @param bytes that came out of the stage
 * @param busyNanos time in which they worked, summed over the workers
 * @param blockedNanos time in which they waited for the stage before or after them, summed over the workers
 */
public record StageWork(long bytes, long busyNanos, long blockedNanos) {
    /** Of a stage that was not used or not measured. */
    public static final StageWork NONE = new StageWork(0, 0, 0);

    /** Checks that nothing is negative. */
    public StageWork {
        if (bytes < 0 || busyNanos < 0 || blockedNanos < 0) {
            throw new IllegalArgumentException(
                    "negative work: " + bytes + " bytes, busy " + busyNanos + " ns, blocked " + blockedNanos + " ns");
        }
    }

    /** Share of the time in which the workers worked, 0 to 1; 0 if nothing was measured. */
    double busyShare() {
        long all = busyNanos + blockedNanos;
        return all == 0 ? 0 : (double) busyNanos / all;
    }

    /** Bytes a second of one worker while it works; 0 if nothing was measured. */
    double bytesPerBusySecond() {
        return busyNanos == 0 ? 0 : bytes * 1e9 / busyNanos;
    }
}
