package org.bdm.core.adapt;

import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of workers that make a transfer fast, and no more of them than that takes: it doubles a target rate at first and makes
 * small trials afterwards. Deterministic; owner only.
 *
 * <pre>
 *   STARTING --the speed grows no more--&gt; CRUISING --it is time--&gt; TRYING --kept or undone--&gt; CRUISING
 *       ^                                    |                       |
 *       +-- the speed has risen by itself ---+      more paid well   |
 *       +----------------------------------------------------------- +
 * </pre>
 */
public final class ParallelismController {
    private static final double GROWTH_AT_START = 0.6; // share of the growth of the numbers
    private static final double GROWTH_MOST = 1; // the target is doubled
    private static final double PAID_WELL = 0.12; // share of the growth of the numbers
    private static final double LOSS_WEIGHT = 0.25;
    private static final int REST = 3; // intervals between two trials
    private static final int FEWER_REST = 16;
    private static final int FEWER_REST_MAX = 128;
    private static final int IDLE_REST = 4;

    private final ParallelismBounds bounds;
    private final WorkerRates rates = new WorkerRates();
    private final SpeedLevel level = new SpeedLevel();
    private final Sizing sizing;
    private Parallelism counts;
    private boolean isStarting = true;
    private @Nullable Trial trial;
    private double bestAtStart;
    private int flat;
    private boolean streamsGrew;
    private double grown = GROWTH_MOST; // share by which the numbers of some stage grew for this interval
    private double loss;
    private long interval;
    private int rested;
    private int sinceFewer;
    private int fewerRest = FEWER_REST;
    private int sinceIdle;

    /** A controller that begins with these numbers, or the nearest allowed ones. */
    public ParallelismController(ParallelismBounds bounds, Parallelism first) {
        this.bounds = bounds;
        this.counts = bounds.clamp(first);
        this.sizing = new Sizing(bounds, rates);
    }

    /** Numbers that hold now. */
    public Parallelism counts() {
        return counts;
    }

    /** Takes an interval and decides for the next one. */
    public AdaptDecision decide(IntervalWork work) {
        interval++;
        double speed = work.bytesPerSecond();
        if (bounds.isPinned()) return told(counts, AdaptReason.PINNED, speed, AdaptSentences.pinned());
        if (work.isQueueEmpty()) return frozen(speed, AdaptSentences.queueEmpty());
        if (work.isPoolStarved()) return frozen(speed, AdaptSentences.poolStarved());
        rates.add(work);
        Trial running = trial;
        if (isStarting) return starting(speed);
        return running == null ? cruising(speed, work.lossShare()) : trying(running, speed, work.lossShare());
    }

    private AdaptDecision frozen(double speed, String why) {
        Trial running = trial;
        trial = null;
        return told(running == null ? counts : running.before(), AdaptReason.FROZEN, speed, why);
    }

    private AdaptDecision starting(double speed) {
        boolean isFlat = speed < (1 + GROWTH_AT_START * grown) * bestAtStart;
        flat = isFlat ? flat + 1 : 0;
        bestAtStart = Math.max(bestAtStart, speed);
        boolean mayStillRamp = streamsGrew && flat < 2;
        if (isFlat && !mayStillRamp) return settled(speed);
        Parallelism next = sizing.toReach(counts, 2 * speed);
        if (next.equals(counts) && !streamsGrew) return settled(speed);
        grows(next);
        return told(next, AdaptReason.STARTING, speed, AdaptSentences.starting(counts, next, speed));
    }

    private void grows(Parallelism next) {
        streamsGrew = next.streams() > counts.streams();
        grown = Math.min(GROWTH_MOST, next.growthFrom(counts));
    }

    private AdaptDecision settled(double speed) {
        isStarting = false;
        Parallelism next = sizing.enoughFor(counts, bestAtStart);
        level.restart(next.equals(counts) ? speed : bestAtStart);
        rest();
        sinceFewer = 0;
        sinceIdle = 0;
        fewerRest = FEWER_REST;
        return told(next, AdaptReason.SETTLED, speed, AdaptSentences.settled(bounds, next, bestAtStart));
    }

    private void rest() {
        rested = 0;
        trial = null;
    }

    private AdaptDecision cruising(double speed, double lossShare) {
        switch (level.add(speed)) {
            case MAYBE -> {
                return told(counts, AdaptReason.UNCHANGED, speed, AdaptSentences.farOff(level.mean(), speed));
            }
            case UP -> {
                return restart(speed, level.mean());
            }
            case DOWN -> {
                return fellTo(speed);
            }
            case NONE -> {}
        }
        loss += LOSS_WEIGHT * (lossShare - loss);
        rested = level.isAbove(speed) ? REST : rested + 1;
        sinceFewer++;
        sinceIdle++;
        return next(speed);
    }

    private AdaptDecision next(double speed) {
        if (sinceIdle >= IDLE_REST) {
            sinceIdle = 0;
            Parallelism fewer = sizing.withoutIdle(counts);
            if (!fewer.equals(counts)) {
                return told(fewer, AdaptReason.IDLE_WORKERS, speed, AdaptSentences.idle(counts, fewer));
            }
        }
        if (rested >= REST - interval % 2) { // not all transfers of a link at once
            Parallelism more = sizing.more(counts);
            Parallelism fewer = sizing.fewer(counts);
            boolean isGreedy = counts.streams() > Trial.FAIR_STREAMS && rates.isCrowded(WorkStage.NETWORK);
            boolean triesFewer = sinceFewer >= (isGreedy ? FEWER_REST / 2 : fewerRest) && !fewer.equals(counts);
            if (triesFewer) return begin(fewer, AdaptReason.TRYING_FEWER, speed);
            if (!more.equals(counts)) return begin(more, AdaptReason.TRYING_MORE, speed);
        }
        return told(counts, AdaptReason.UNCHANGED, speed, AdaptSentences.unchanged(bounds, counts, speed));
    }

    private AdaptDecision begin(Parallelism tried, AdaptReason reason, double speed) {
        trial = new Trial(counts, tried, level, loss, rates.isCrowded(WorkStage.NETWORK));
        if (reason == AdaptReason.TRYING_FEWER) sinceFewer = 0;
        WorkStage busiest = sizing.busiest();
        String sentence = AdaptSentences.trying(counts, tried, busiest, rates.busyShare(busiest));
        return told(tried, reason, speed, sentence);
    }

    private AdaptDecision trying(Trial running, double speed, double lossShare) {
        return switch (running.add(speed, lossShare)) {
            case OPEN -> told(counts, AdaptReason.UNCHANGED, speed, AdaptSentences.stillTrying(counts, running));
            case PAYS -> kept(running, speed);
            case DOES_NOT -> undone(running, speed);
        };
    }

    private AdaptDecision kept(Trial running, double speed) {
        boolean paidWell = running.isOfMore() && running.gain() >= PAID_WELL * running.growth();
        if (paidWell && !isShared()) return restart(speed, level.mean());
        String sentence = AdaptSentences.kept(counts, running);
        level.restart(level.mean() * (1 + running.gain()));
        rest();
        rested = REST; // perhaps one step more pays, too
        if (!running.isOfMore()) fewerRest = FEWER_REST / 2; // perhaps still fewer do
        return told(counts, AdaptReason.KEPT, speed, sentence);
    }

    private AdaptDecision undone(Trial running, double speed) {
        String sentence = AdaptSentences.undone(counts, running);
        rest();
        if (!running.isOfMore()) fewerRest = Math.min(FEWER_REST_MAX, 2 * fewerRest);
        return told(running.before(), AdaptReason.UNDONE, speed, sentence);
    }

    /** The speed has risen, by itself or by a trial that paid well: the target is doubled again, unless that would only take from others. */
    private AdaptDecision restart(double speed, double speedBefore) {
        if (isShared()) return roseTo(speed, speedBefore);
        isStarting = true;
        rest();
        bestAtStart = speed;
        flat = 0;
        Parallelism next = sizing.toReach(counts, 2 * speed);
        grows(next);
        return told(next, AdaptReason.SPEED_CHANGED, speed, AdaptSentences.rose(speedBefore, speed, counts, next));
    }

    /** True if more streams would most likely take from others what they bring. */
    private boolean isShared() {
        return rates.isCrowded(WorkStage.NETWORK) && counts.streams() > Trial.FAIR_STREAMS / 2;
    }

    private AdaptDecision roseTo(double speed, double speedBefore) {
        level.restart(speed);
        rest();
        rested = REST; // perhaps more pay now
        return told(counts, AdaptReason.SPEED_CHANGED, speed, AdaptSentences.rose(speedBefore, speed, counts, counts));
    }

    private AdaptDecision fellTo(double speed) {
        double before = level.mean();
        Parallelism enough = sizing.enoughFor(counts, speed); // if each worker can do what it could before
        rates.forgetAllButLast();
        level.restart(speed);
        rest();
        rested = REST; // perhaps more are needed now
        fewerRest = FEWER_REST;
        if (!enough.equals(counts)) trial = new Trial(counts, enough, level, loss, false);
        return told(enough, AdaptReason.SPEED_CHANGED, speed, AdaptSentences.fell(before, speed, counts, enough));
    }

    private AdaptDecision told(Parallelism next, AdaptReason reason, double speed, String sentence) {
        Parallelism before = counts;
        counts = next;
        return new AdaptDecision(interval, before, next, reason, Math.round(speed), sentence);
    }
}
