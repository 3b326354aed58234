package org.bdm.core.adapt;

import java.util.Map;

/**
 * Work of a transfer in one interval: 1 s in a local network, else the larger of 3 s and ten round trips.
 *
 * @param nanos length of the interval
 * @param bytesAcknowledged bytes that the destination has written
 * @param stages work of each stage; a stage that is absent was not measured, and its number is not changed
 * @param lossShare segments sent again as a share of those sent; 0 if unknown
 * @param isQueueEmpty whether too few files waited to keep the stages busy
 * @param isPoolStarved whether the stages stood still because every block waited for a sync of the disk
 */
public record IntervalWork(
        long nanos,
        long bytesAcknowledged,
        Map<WorkStage, StageWork> stages,
        double lossShare,
        boolean isQueueEmpty,
        boolean isPoolStarved) {
    /** Copies the map and checks the ranges. */
    public IntervalWork {
        stages = Map.copyOf(stages);
        if (nanos <= 0) throw new IllegalArgumentException("the interval has no length: " + nanos + " ns");
        if (bytesAcknowledged < 0) throw new IllegalArgumentException("negative bytes: " + bytesAcknowledged);
        if (!(lossShare >= 0 && lossShare <= 1)) throw new IllegalArgumentException("not a share: " + lossShare);
    }

    /** Returns the work of the stage; {@link StageWork#NONE} if it was not measured. */
    StageWork of(WorkStage stage) {
        return stages.getOrDefault(stage, StageWork.NONE);
    }

    /** Bytes acknowledged a second. */
    double bytesPerSecond() {
        return bytesAcknowledged * 1e9 / nanos;
    }
}
