package org.bdm.core.adapt;

/**
 * Decision at the end of one interval.
 *
 * @param interval counted from 1
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
    /** True if some number changes. */
    public boolean isChange() {
        return !before.equals(counts);
    }
}
