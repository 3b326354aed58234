package org.bdm.core.adapt;

/** Numbers of workers that follow from what one worker can do. Owner only. */
final class Sizing {
    private static final double HEADROOM = 1.05;
    private static final double HEADROOM_SETTLED = 1.1;
    private static final double CUT_FROM = 1.3;
    private static final double BUSY_AT_LIMIT = 0.85;
    private static final double BUSY_WHEN_SHRUNK = 0.7;
    private static final double BUSY_LITTLE = 0.55;
    private static final int STEP_SHARE = 5;

    private final ParallelismBounds bounds;
    private final WorkerRates rates;

    Sizing(ParallelismBounds bounds, WorkerRates rates) {
        this.bounds = bounds;
        this.rates = rates;
    }

    /** Numbers that carry so many bytes a second; never less than now. */
    Parallelism toReach(Parallelism now, double bytesPerSecond) {
        Parallelism sized = now;
        for (WorkStage stage : WorkStage.values()) {
            double rate = rates.best(stage);
            if (rate <= 0) continue;
            int number = bounds.clamp(stage, Math.ceil(HEADROOM * bytesPerSecond / rate));
            sized = sized.with(stage, Math.max(now.of(stage), number));
        }
        return sized;
    }

    /** Numbers that are enough for this speed; never more than now. */
    Parallelism enoughFor(Parallelism now, double bytesPerSecond) {
        Parallelism sized = now;
        for (WorkStage stage : WorkStage.values()) {
            double rate = rates.best(stage);
            if (rate <= 0) continue;
            double needed = bytesPerSecond / rate;
            if (now.of(stage) <= CUT_FROM * needed) continue; // as near as rates are known
            sized = sized.with(
                    stage, Math.min(now.of(stage), bounds.clamp(stage, Math.ceil(HEADROOM_SETTLED * needed))));
        }
        return sized;
    }

    /** Some more of each stage that limits; the same if none limits or none may have more. */
    Parallelism more(Parallelism now) {
        Parallelism sized = now;
        for (WorkStage stage : WorkStage.values()) {
            if (isAtLimit(stage)) sized = sized.with(stage, bounds.clamp(stage, now.of(stage) + step(now.of(stage))));
        }
        return sized;
    }

    /** Some fewer of the stage that limits most. */
    Parallelism fewer(Parallelism now) {
        WorkStage busiest = busiest();
        if (!isAtLimit(busiest)) return now;
        return now.with(busiest, bounds.clamp(busiest, now.of(busiest) - step(now.of(busiest))));
    }

    /** Fewer of the stages whose workers wait most of the time. */
    Parallelism withoutIdle(Parallelism now) {
        Parallelism sized = now;
        for (WorkStage stage : WorkStage.values()) {
            double busy = rates.busyShare(stage);
            if (busy <= 0 || busy > BUSY_LITTLE) continue;
            int number = bounds.clamp(stage, Math.ceil(now.of(stage) * busy / BUSY_WHEN_SHRUNK));
            sized = sized.with(stage, Math.min(now.of(stage), number));
        }
        return sized;
    }

    /** Stage whose workers wait least. */
    WorkStage busiest() {
        WorkStage busiest = WorkStage.NETWORK;
        for (WorkStage stage : WorkStage.values()) {
            if (rates.busyShare(stage) > rates.busyShare(busiest)) busiest = stage;
        }
        return busiest;
    }

    private boolean isAtLimit(WorkStage stage) {
        return rates.busyShare(stage) >= BUSY_AT_LIMIT;
    }

    private static int step(int number) {
        return Math.max(1, Math.round((float) number / STEP_SHARE));
    }
}
