package org.bdm.core.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each rule of the controller, with intervals written by hand. */
class ParallelismControllerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final ParallelismBounds BOUNDS =
            new ParallelismBounds(Parallelism.ofEach(1), Parallelism.ofEach(16));

    private final ParallelismController controller = new ParallelismController(BOUNDS, Parallelism.ofEach(2));

    /** An interval of a second in which one stage works all the time and the others a quarter of it. */
    private static IntervalWork work(ParallelismController of, WorkStage busiest, long bytesPerSecond) {
        return work(of, busiest, bytesPerSecond, false, false);
    }

    private static IntervalWork work(
            ParallelismController of, WorkStage busiest, long bytesPerSecond, boolean isEmpty, boolean isStarved) {
        Map<WorkStage, StageWork> stages = new EnumMap<>(WorkStage.class);
        for (WorkStage stage : WorkStage.values()) {
            long all = SECOND * of.counts().of(stage);
            long busy = stage == busiest ? all : all / 4;
            stages.put(stage, new StageWork(bytesPerSecond, busy, all - busy));
        }
        return new IntervalWork(SECOND, bytesPerSecond, stages, 0, isEmpty, isStarved);
    }

    private AdaptDecision next(long bytesPerSecond) {
        return controller.decide(work(controller, WorkStage.NETWORK, bytesPerSecond));
    }

    private AdaptDecision settled() {
        AdaptDecision last = next(100_000_000);
        while (last.reason() != AdaptReason.SETTLED) last = next(100_000_000);
        return last;
    }

    private AdaptDecision untilTrial(long bytesPerSecond) {
        AdaptDecision last = next(bytesPerSecond);
        for (int i = 0; i < 10 && last.reason() != AdaptReason.TRYING_MORE; i++) last = next(bytesPerSecond);
        assertThat(last.reason()).isEqualTo(AdaptReason.TRYING_MORE);
        return last;
    }

    @Test
    void doublesTheTargetAtTheStart() {
        AdaptDecision first = next(100_000_000);

        assertThat(first.reason()).isEqualTo(AdaptReason.STARTING);
        assertThat(first.before()).isEqualTo(Parallelism.ofEach(2));
        assertThat(first.counts()).isEqualTo(new Parallelism(2, 5, 2, 2));
        assertThat(first.sentence()).isEqualTo("Starting: 800.0 Mbit/s so far; 5 streams are tried.");
    }

    @Test
    void cutsToWhatCarriesTheSpeedWhenItGrowsNoMore() {
        AdaptDecision last = settled();

        assertThat(last.counts().streams()).isLessThan(last.before().streams()).isGreaterThanOrEqualTo(2);
        assertThat(last.sentence()).startsWith("The speed stopped growing at 800.0 Mbit/s; 1 reader, 3 streams");
    }

    @Test
    void triesMoreOfTheStageThatLimitsAndUndoesWhatDoesNotPay() {
        Parallelism before = settled().counts();
        AdaptDecision trial = untilTrial(100_000_000);
        assertThat(trial.counts().streams()).isEqualTo(before.streams() + 1);
        assertThat(trial.counts().writers()).isEqualTo(trial.before().writers());
        assertThat(trial.sentence()).contains("The streams are busy 100 % of the time");

        AdaptDecision last = next(100_000_000);
        while (last.reason() == AdaptReason.UNCHANGED) last = next(100_000_000);

        assertThat(last.reason()).isEqualTo(AdaptReason.UNDONE);
        assertThat(last.counts()).isEqualTo(trial.before());
        assertThat(last.sentence()).contains("less than the +2.0 % that would pay");
    }

    @Test
    void doublesTheTargetAgainWhenMoreHavePaidWell() {
        settled();
        AdaptDecision trial = untilTrial(100_000_000);

        AdaptDecision paid = next(140_000_000);

        assertThat(paid.reason()).isEqualTo(AdaptReason.SPEED_CHANGED);
        assertThat(paid.counts().streams()).isGreaterThan(trial.counts().streams());
    }

    @Test
    void addsTheWritersThatTheDiskNeedsAndNoStreams() {
        AdaptDecision last = controller.decide(work(controller, WorkStage.WRITE, 100_000_000));

        assertThat(last.counts()).isEqualTo(new Parallelism(2, 2, 5, 2));
    }

    @Test
    void takesBackWorkersThatWaitMostOfTheTime() {
        WorkerRates rates = new WorkerRates();
        rates.add(work(controller, WorkStage.NETWORK, 100_000_000));
        Parallelism now = Parallelism.ofEach(8);

        Parallelism fewer = new Sizing(BOUNDS, rates).withoutIdle(now);

        assertThat(fewer).isEqualTo(new Parallelism(3, 8, 3, 3));
        assertThat(AdaptSentences.idle(now, fewer))
                .isEqualTo("3 readers, 3 writers, 3 hashers instead of 8 readers, 8 writers, 8 hashers are enough:"
                        + " they waited most of the time.");
    }

    @Test
    void namesOnlyTheStagesWhoseNumberCanChange() {
        Parallelism one = Parallelism.ofEach(1);
        ParallelismBounds ofStreams = new ParallelismBounds(one, one.with(WorkStage.NETWORK, 4));

        assertThat(AdaptSentences.settled(ofStreams, one.with(WorkStage.NETWORK, 3), 0x1p20))
                .isEqualTo("The speed stopped growing at 8.4 Mbit/s; 3 streams carry it.");
        assertThat(AdaptSentences.unchanged(ofStreams, one, 0x1p20))
                .isEqualTo("1 stream moves 8.4 Mbit/s; nothing is changed.");
    }

    @Test
    void waitsOutAStallOfOneInterval() {
        Parallelism before = settled().counts();

        AdaptDecision stalled = next(10_000_000);

        assertThat(stalled.counts()).isEqualTo(before);
        assertThat(stalled.sentence()).contains("that may pass");
    }

    @Test
    void testsTheNumbersAnewWhenTheSpeedStaysLow() {
        settled();
        next(50_000_000);

        AdaptDecision fallen = next(50_000_000);

        assertThat(fallen.reason()).isEqualTo(AdaptReason.SPEED_CHANGED);
        assertThat(fallen.sentence()).startsWith("The speed fell from 800.0 Mbit/s to 400.0 Mbit/s");
    }

    @Test
    void changesNothingWhileTooFewFilesWait() {
        AdaptDecision frozen = controller.decide(work(controller, WorkStage.NETWORK, 100_000_000, true, false));

        assertThat(frozen.reason()).isEqualTo(AdaptReason.FROZEN);
        assertThat(frozen.isChange()).isFalse();
    }

    @Test
    void changesNothingWhileEveryBlockWaitsForTheDisk() {
        AdaptDecision frozen = controller.decide(work(controller, WorkStage.NETWORK, 0, false, true));

        assertThat(frozen.reason()).isEqualTo(AdaptReason.FROZEN);
        assertThat(frozen.isChange()).isFalse();
    }

    @Test
    void endsATrialThatCannotBeJudged() {
        settled();
        AdaptDecision trial = untilTrial(100_000_000);

        AdaptDecision frozen = controller.decide(work(controller, WorkStage.NETWORK, 100_000_000, true, false));

        assertThat(frozen.counts()).isEqualTo(trial.before());
    }

    @Test
    void neverChangesAPinnedStage() {
        ParallelismController pinned = new ParallelismController(
                new ParallelismBounds(new Parallelism(1, 3, 1, 1), new Parallelism(16, 3, 16, 16)),
                Parallelism.ofEach(2));

        Set<Integer> streams = new HashSet<>();
        for (int i = 1; i < 40; i++) {
            pinned.decide(work(pinned, WorkStage.NETWORK, 10_000_000L * i));
            streams.add(pinned.counts().streams());
        }

        assertThat(streams).containsExactly(3);
    }

    @Test
    void saysThatEverythingIsPinned() {
        ParallelismController pinned = new ParallelismController(
                new ParallelismBounds(Parallelism.ofEach(2), Parallelism.ofEach(2)), Parallelism.ofEach(4));

        AdaptDecision only = pinned.decide(work(pinned, WorkStage.NETWORK, 10_000_000));

        assertThat(only.reason()).isEqualTo(AdaptReason.PINNED);
        assertThat(only.counts()).isEqualTo(Parallelism.ofEach(2));
    }

    @Test
    void leavesAStageAloneThatIsNotMeasured() {
        for (int i = 1; i < 40; i++) {
            long bytes = 10_000_000L * i;
            controller.decide(new IntervalWork(
                    SECOND, bytes, Map.of(WorkStage.NETWORK, new StageWork(bytes, SECOND, 0)), 0, false, false));
            assertThat(controller.counts().writers()).isEqualTo(2);
        }
        assertThat(controller.counts().streams()).isGreaterThan(2);
    }

    @Test
    void countsLostSegmentsAgainstMoreStreams() {
        SpeedLevel level = new SpeedLevel();
        level.restart(100);
        Trial clean = new Trial(Parallelism.ofEach(2), new Parallelism(2, 3, 2, 2), level, 0, false);
        Trial lossy = new Trial(Parallelism.ofEach(2), new Parallelism(2, 3, 2, 2), level, 0, false);

        assertThat(clean.add(120, 0)).isEqualTo(Trial.Verdict.PAYS);
        assertThat(lossy.add(120, 0.02)).isNotEqualTo(Trial.Verdict.PAYS);
    }

    @Test
    void wantsMoreFromStreamsBeyondEightOnACrowdedLink() {
        SpeedLevel level = new SpeedLevel();
        level.restart(100);
        Parallelism before = new Parallelism(2, 10, 2, 2);
        Parallelism tried = new Parallelism(2, 12, 2, 2);

        assertThat(new Trial(before, tried, level, 0, true).gainNeeded()).isGreaterThan(0.14);
        assertThat(new Trial(before, tried, level, 0, false).gainNeeded()).isLessThan(0.05);
    }

    @Test
    void refusesIntervalsThatCannotBe() {
        assertThatThrownBy(() -> new IntervalWork(0, 1, Map.of(), 0, false, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IntervalWork(1, 1, Map.of(), 1.1, false, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StageWork(1, -1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ParallelismBounds(Parallelism.ofEach(3), Parallelism.ofEach(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Parallelism.ofEach(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
