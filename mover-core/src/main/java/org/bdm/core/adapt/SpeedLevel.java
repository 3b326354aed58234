package org.bdm.core.adapt;

/** Speed at the numbers that are in use, and how much it varies by itself. Owner only. */
final class SpeedLevel {
    private static final int AVERAGED_MAX = 8;
    private static final double SPREAD_AT_FIRST = 0.07;
    private static final double SPREAD_MIN = 0.01;
    private static final double SPREAD_WEIGHT = 0.1;
    private static final double CHANGE_MIN = 0.2;
    private static final double CHANGE_SPREADS = 3;
    private static final double ABOVE_MIN = 0.06;
    private static final int CHANGED_INTERVALS = 2;

    private double mean;
    private int averaged;
    private double spread = SPREAD_AT_FIRST;
    private int above;
    private int below;

    /** Change of the level with one interval more. */
    enum Change {
        NONE,
        /** One interval far off: it may be a stall, and does not count yet. */
        MAYBE,
        UP,
        DOWN
    }

    /** Bytes a second; 0 if unknown. */
    double mean() {
        return mean;
    }

    /** Standard deviation of one interval as a share of the speed. */
    double spread() {
        return spread;
    }

    /** True if the speed is above the level by more than its spread. */
    boolean isAbove(double bytesPerSecond) {
        return bytesPerSecond > mean * (1 + Math.max(ABOVE_MIN, spread));
    }

    /** The level is measured anew from this speed on. */
    void restart(double bytesPerSecond) {
        mean = bytesPerSecond;
        averaged = 1;
        above = 0;
        below = 0;
    }

    Change add(double bytesPerSecond) {
        if (mean <= 0) {
            restart(bytesPerSecond);
            return Change.NONE;
        }
        double off = bytesPerSecond / mean - 1;
        double far = Math.max(CHANGE_MIN, CHANGE_SPREADS * spread);
        above = off > far ? above + 1 : 0;
        below = off < -far ? below + 1 : 0;
        if (above >= CHANGED_INTERVALS) return Change.UP;
        if (below >= CHANGED_INTERVALS) return Change.DOWN;
        if (above > 0 || below > 0) return Change.MAYBE;
        averaged = Math.min(AVERAGED_MAX, averaged + 1);
        mean += (bytesPerSecond - mean) / averaged;
        double variance = (1 - SPREAD_WEIGHT) * spread * spread + SPREAD_WEIGHT * off * off;
        spread = Math.max(SPREAD_MIN, Math.sqrt(variance));
        return Change.NONE;
    }
}
