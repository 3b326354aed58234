package org.bdm.core.adapt;

/** Least and most workers of each stage. A stage whose two numbers are equal is pinned: nothing changes it. */
public record ParallelismBounds(Parallelism least, Parallelism most) {
    /** Checks that no least number is above its most. */
    public ParallelismBounds {
        for (WorkStage stage : WorkStage.values()) {
            if (least.of(stage) > most.of(stage)) {
                throw new IllegalArgumentException(
                        "at least " + least.of(stage) + " and at most " + stage.counted(most.of(stage)));
            }
        }
    }

    /** True if the number of this stage cannot change. */
    public boolean isPinned(WorkStage stage) {
        return least.of(stage) == most.of(stage);
    }

    /** True if no number can change. */
    public boolean isPinned() {
        return least.equals(most);
    }

    /** The nearest number that is allowed. */
    int clamp(WorkStage stage, double number) {
        return (int) Math.max(least.of(stage), Math.min(most.of(stage), number));
    }

    /** The nearest numbers that are allowed. */
    Parallelism clamp(Parallelism wished) {
        Parallelism all = wished;
        for (WorkStage stage : WorkStage.values()) all = all.with(stage, clamp(stage, wished.of(stage)));
        return all;
    }
}
