package org.bdm.server.job.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.history.SizedWork;
import org.bdm.server.job.estimate.ReplayedJobs.Link;
import org.bdm.server.job.estimate.ReplayedJobs.Predicted;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private static final Link NEAR = new Link("near", 0.3, 0.0005, 200e6, 0.15);
    private static final Link FAR = new Link("far", 1.5, 0.004, 12e6, 0.3);
    private static final Link SHAKY = new Link("shaky", 0.8, 0.001, 1.5e6, 0.6);
    private static final List<Link> LINKS = List.of(NEAR, FAR, SHAKY);

    private static LinkWork files(int number, long bytesEach) {
        SizedWork.Sum sum = new SizedWork.Sum();
        for (int at = 0; at < number; at++) sum.add(bytesEach);
        return new LinkWork(sum.get(), number, 0);
    }

    @Test
    void eightOfTenJobsEndBetweenTheQuantilesThatWerePredictedBeforeThem() {
        for (long seed = 1; seed <= 5; seed++) {
            List<Predicted> all = new ReplayedJobs(seed, LINKS).run(200);
            double share = ReplayedJobs.shareBetween(all.subList(100, 200));
            assertThat(share).as("seed %d", seed).isBetween(0.70, 0.90);
        }
    }

    @Test
    void aLinkThatBecomesThreeTimesSlowerIsFollowed() {
        ReplayedJobs jobs = new ReplayedJobs(7, List.of(FAR));
        var unused = jobs.run(60);
        List<Predicted> after = new ArrayList<>();
        for (int at = 0; at < 60; at++) after.add(jobs.next(FAR.slower(3)));
        assertThat(ReplayedJobs.shareBetween(after.subList(30, 60))).isGreaterThanOrEqualTo(0.70);
    }

    @Test
    void whatALinkCostsIsLearntFromFewJobsHoweverFarTheGuessIsOff() {
        ReplayedJobs jobs = new ReplayedJobs(3, List.of(new Link("slow", 0.2, 0.0001, 0.4e6, 0.05)));
        LinkWork work = files(10, 4 << 20);
        double guessed = Forecaster.guessing().of(Map.of("slow", work), 0).p50Seconds();
        var unused = jobs.run(12);
        Forecast learnt = jobs.forecaster().of(Map.of("slow", work), 0);
        assertThat(guessed).isLessThan(5);
        assertThat(learnt.p50Seconds()).isCloseTo(105, within(20.0));
        assertThat(learnt.basis()).isEqualTo("from 12 jobs of this link");
        assertThat(learnt.dominant()).startsWith("Mostly bytes over the link from slow: ");
    }

    @Test
    void anEstimateSaysWhatItRestsOn() {
        assertThat(Forecaster.guessing().of(Map.of("new", files(1, 1)), 0).basis())
                .isEqualTo("a guess: nothing is known of this link yet");
        ReplayedJobs jobs = new ReplayedJobs(5, List.of(NEAR));
        var unused = jobs.run(1);
        assertThat(jobs.forecaster().basis("near")).isEqualTo("from 1 job of this link, and a guess");
        assertThat(jobs.forecaster().basis("new"))
                .isEqualTo("a guess from 1 job of other links: nothing is known of this link yet");
    }

    @Test
    void aGuessSpreadsWiderThanWhatManyJobsTell() {
        ReplayedJobs jobs = new ReplayedJobs(11, List.of(NEAR));
        var unused = jobs.run(60);
        Map<String, LinkWork> work = Map.of("near", files(20, 30 << 20));
        Forecast guess = Forecaster.guessing().of(work, 0);
        Forecast known = jobs.forecaster().of(work, 0);
        assertThat(known.p90Seconds() / known.p10Seconds()).isLessThan(guess.p90Seconds() / guess.p10Seconds() / 2);
        assertThat(known.p10Seconds()).isLessThan(known.p50Seconds());
        assertThat(known.p50Seconds()).isLessThan(known.p90Seconds());
    }

    @Test
    void whatTakesMostOfTheTimeIsSaidInASentence() {
        Forecaster guess = Forecaster.guessing();
        assertThat(guess.of(Map.of("a", files(50_000, 100)), 0).dominant())
                .startsWith("Mostly the number of small files:")
                .endsWith("of the time: 50,000 are below 4 MiB.");
        assertThat(guess.of(Map.of("a", new LinkWork(SizedWork.NONE, 5_000_000, 0)), 0)
                        .dominant())
                .startsWith("Mostly listing the source:");
        assertThat(guess.of(Map.of("a", new LinkWork(SizedWork.NONE, 10, 10L << 40)), 0)
                        .dominant())
                .startsWith("Mostly checking existing and new files:");
        assertThat(guess.of(Map.of("a", files(3, 1L << 30)), 1_000_000).dominant())
                .startsWith("Mostly the rate limit of the job:");
        assertThat(guess.of(Map.of("a", files(1, 1)), 0).dominant())
                .startsWith("Mostly the start and the end of the job:");
    }

    @Test
    void linksWorkAtTheSameTimeSoTheSlowestCounts() {
        Forecaster guess = Forecaster.guessing();
        Forecast one = guess.of(Map.of("a", files(10, 100 << 20)), 0);
        Forecast both = guess.of(Map.of("a", files(10, 100 << 20), "b", files(1, 1 << 20)), 0);
        assertThat(both.p50Seconds()).isCloseTo(one.p50Seconds(), within(1e-9));
        assertThat(both.basis()).endsWith("; the slowest of 2 links is that from a");
    }

    @Test
    void aRateLimitOfTheJobIsALowerBound() {
        Forecast limited = Forecaster.guessing().of(Map.of("a", files(1, 100_000_000)), 1_000_000);
        assertThat(limited.p50Seconds()).isBetween(90.0, 120.0);
    }

    @Test
    void theRestOfARunningJobFollowsItsOwnSpeedTheMoreItHasDone() {
        Forecaster guess = Forecaster.guessing();
        long bytes = 1_000_000_000;
        Forecast begun = guess.rest(new WorkLeft("a", 10, bytes, 0, 0, 0));
        Forecast fast = guess.rest(new WorkLeft("a", 10, bytes, 0.5, 1e9, 0));
        Forecast slow = guess.rest(new WorkLeft("a", 10, bytes, 0.5, 1e6, 0));
        assertThat(begun.p50Seconds()).isBetween(5.0, 30.0);
        assertThat(fast.p50Seconds()).isLessThan(3);
        assertThat(slow.p50Seconds()).isGreaterThan(300);
        assertThat(slow.p90Seconds() / slow.p10Seconds()).isLessThan(begun.p90Seconds() / begun.p10Seconds());
    }
}
