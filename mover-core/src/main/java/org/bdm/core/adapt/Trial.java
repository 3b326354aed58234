package org.bdm.core.adapt;

/**
 * Trial of other numbers for a few intervals. They pay if the utility T / 1.02^n - 10 T L grows, with T the speed, n the workers and L the
 * share of lost segments (that of Falcon). Beyond {@value #FAIR_STREAMS} streams more is needed, so that transfers on one link get equal
 * parts of it. A trial ends as soon as the answer is clear of noise. Owner only.
 */
final class Trial {
    static final double COST_OF_WORKER = 1.02;
    static final double COST_OF_LOSS = 10;

    /** Streams that a transfer may use although others suffer. */
    static final int FAIR_STREAMS = 8;

    private static final double OWN_SHARE_OF_MORE = 0.75; // of what streams bring if nobody else loses by them
    private static final double OWN_SHARE_OF_FEWER = 0.7;
    private static final int INTERVALS_MAX = 3;
    private static final double CLEAR_SPREADS = 1.5;

    private final Parallelism before;
    private final SpeedLevel level;
    private final double speedBefore;
    private final double lossBefore;
    private final int workersAdded;
    private final double growth;
    private final boolean isOfStreams;
    private final double gainOfFairShare;
    private double gains;
    private double losses;
    private int intervals;

    /** Answer after an interval. */
    enum Verdict {
        OPEN,
        PAYS,
        DOES_NOT
    }

    /**
     * A trial that begins now.
     *
     * @param level of the speed before it
     * @param isCrowded whether a stream does much less than before, most likely because others share the link
     */
    Trial(Parallelism before, Parallelism tried, SpeedLevel level, double lossBefore, boolean isCrowded) {
        this.before = before;
        this.level = level;
        this.speedBefore = level.mean();
        this.lossBefore = lossBefore;
        this.workersAdded = tried.total() - before.total();
        this.growth = tried.growthFrom(before);
        this.isOfStreams = tried.streams() != before.streams();
        boolean isBeyondFair = Math.min(before.streams(), tried.streams()) >= FAIR_STREAMS;
        double ofStreams = (double) tried.streams() / before.streams() - 1;
        double own = ofStreams > 0 ? OWN_SHARE_OF_MORE : OWN_SHARE_OF_FEWER;
        this.gainOfFairShare =
                isOfStreams && isBeyondFair && (isCrowded || ofStreams < 0) ? own * ofStreams : Double.NaN;
    }

    Parallelism before() {
        return before;
    }

    boolean isOfMore() {
        return workersAdded > 0;
    }

    /** Growth of the stage that grew most. */
    double growth() {
        return growth;
    }

    /** Growth of the speed so far, as a share of what it was. */
    double gain() {
        return intervals == 0 ? 0 : gains / intervals;
    }

    /** Growth of the speed from which on the trial pays. */
    double gainNeeded() {
        double byUtility = gainByUtility();
        if (Double.isNaN(gainOfFairShare)) return byUtility;
        return isOfMore() ? Math.max(byUtility, gainOfFairShare) : Math.min(byUtility, gainOfFairShare);
    }

    private double gainByUtility() {
        double lossNow = intervals == 0 ? lossBefore : losses / intervals;
        double utilityBefore = 1 - COST_OF_LOSS * lossBefore;
        double utilityPerSpeed =
                Math.pow(COST_OF_WORKER, -workersAdded) - COST_OF_LOSS * (isOfStreams ? lossNow : lossBefore);
        return utilityPerSpeed <= 0 ? Double.MAX_VALUE : utilityBefore / utilityPerSpeed - 1;
    }

    Verdict add(double bytesPerSecond, double lossShare) {
        double gain = bytesPerSecond / speedBefore - 1;
        intervals++;
        gains += gain;
        losses += lossShare;
        double unsure = CLEAR_SPREADS * level.spread() / Math.sqrt(intervals);
        double needed = gainNeeded();
        if (isOfMore()) return ofMore(needed, unsure);
        if (gain() + unsure < needed) return Verdict.DOES_NOT;
        if (intervals < INTERVALS_MAX) return Verdict.OPEN;
        return gain() >= needed ? Verdict.PAYS : Verdict.DOES_NOT;
    }

    private Verdict ofMore(double needed, double unsure) {
        if (gain() - unsure > needed) return Verdict.PAYS;
        boolean mayStillGrow = isOfStreams && intervals == 1; // new streams start slowly
        if (gain() + (mayStillGrow ? unsure : unsure / 3) < needed) return Verdict.DOES_NOT;
        if (intervals < INTERVALS_MAX) return Verdict.OPEN;
        boolean isMuch = !Double.isNaN(gainOfFairShare); // so much that chance hardly brings it
        return isMuch && gain() >= needed ? Verdict.PAYS : Verdict.DOES_NOT;
    }
}
