package org.bdm.core.adapt;

/**
 * Decision at the end of one interval.
 *
 * @param interval counted from 1; 0 before the first one
 * @param before numbers during the interval
 * @param counts numbers from now on
 * @param reason kind of the decision
 * @param bytesPerSecond speed in the interval
 * @param sentence for people: what is done and why
 */
public record AdaptDecision(
        long interval,
        Parallelism before,
        Parallelism counts,
        AdaptReason reason,
        long bytesPerSecond,
        String sentence) {
    /** Told before the first interval: more were set than the node has, and all that it has are used. */
    public static AdaptDecision bounded(WorkStage stage, int wanted, int most) {
        Parallelism one = Parallelism.ofEach(1);
        return new AdaptDecision(
                0,
                one.with(stage, wanted),
                one.with(stage, most),
                AdaptReason.PINNED,
                0,
                AdaptSentences.bounded(stage, wanted, most));
    }

    /** True if some number changes. */
    public boolean isChange() {
        return !before.equals(counts);
    }
}
