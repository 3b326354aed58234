package org.bdm.core.adapt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** Rates of one worker of each stage, from the last intervals. Owner only. */
final class WorkerRates {
    private static final int INTERVALS = 10;
    private static final double BUSY_SHARE_MIN = 0.05; // of less time no rate follows
    private static final double BUSY_WEIGHT = 0.5;

    private static final double RATE_WEIGHT = 0.2;
    private static final double CROWDED_SHARE = 0.8;

    private final Map<WorkStage, Double> smoothed = new EnumMap<>(WorkStage.class);
    private final Map<WorkStage, Double> bestEver = new EnumMap<>(WorkStage.class);
    private final Map<WorkStage, Deque<Double>> rates = new EnumMap<>(WorkStage.class);
    private final Map<WorkStage, Double> busy = new EnumMap<>(WorkStage.class);

    void add(IntervalWork work) {
        for (WorkStage stage : WorkStage.values()) {
            StageWork done = work.of(stage);
            busy.merge(stage, done.busyShare(), (old, now) -> (1 - BUSY_WEIGHT) * old + BUSY_WEIGHT * now);
            if (done.busyShare() < BUSY_SHARE_MIN || done.bytes() == 0) continue;
            double now = smoothed.merge(
                    stage, done.bytesPerBusySecond(), (old, last) -> (1 - RATE_WEIGHT) * old + RATE_WEIGHT * last);
            bestEver.merge(stage, now, Math::max);
            Deque<Double> known = rates.computeIfAbsent(stage, key -> new ArrayDeque<>());
            known.addLast(done.bytesPerBusySecond());
            if (known.size() > INTERVALS) known.removeFirst();
        }
    }

    /** Bytes a second of one worker at its best in the last intervals; 0 if unknown. */
    double best(WorkStage stage) {
        double best = 0;
        for (double rate : rates.getOrDefault(stage, new ArrayDeque<>())) best = Math.max(best, rate);
        return best;
    }

    /** True if a worker of this stage does much less than it has done before: others use the same link or device, or it has got worse. */
    boolean isCrowded(WorkStage stage) {
        return smoothed.getOrDefault(stage, 0.0) < CROWDED_SHARE * bestEver.getOrDefault(stage, 0.0);
    }

    /** Share of the time in which the workers work, over the last few intervals; 0 if unknown. */
    double busyShare(WorkStage stage) {
        return busy.getOrDefault(stage, 0.0);
    }

    /** Path or disk are not what they were before the last interval. */
    void forgetAllButLast() {
        for (Deque<Double> known : rates.values()) {
            while (known.size() > 1) known.removeFirst();
        }
    }
}
