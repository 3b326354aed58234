package org.bdm.server.job.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The end of a job tells for how long it was limited by what. */
class LimitTallyTest {
    private long now;
    private final LimitTally tally = new LimitTally(() -> now);

    private void limited(String kind, String text, int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += Duration.ofSeconds(1).toNanos();
            tally.add(kind, text);
        }
    }

    @Test
    void longestLimitComesFirstWithItsNumbersAndOthersWithTheirNames() {
        tally.add("", "");
        limited("network", "the network: it takes 80 Mbit/s", 2);
        limited("source disk", "the disk of the source: it reads for 90 % of the time", 5);
        limited("source disk", "the disk of the source: it reads for 95 % of the time", 3);
        assertThat(tally.sentence())
                .contains("Limited for 80 % of 10 s by the disk of the source: it reads for 95 % of the time;"
                        + " for 20 % by the network.");
    }

    @Test
    void whatWasHasNoCommandThatChangesIt() {
        String rate =
                "the rate limit of the job, 1.0 MB/s = 8.4 Mbit/s (change it: bdm-client set job-7 --max-rate RATE)";
        tally.add("", "");
        limited("rate", rate, 4);
        limited("network", "the network: it takes 80 Mbit/s", 6);
        assertThat(tally.sentence())
                .contains("Limited for 60 % of 10 s by the network: it takes 80 Mbit/s;"
                        + " for 40 % by the rate limit of the job, 1.0 MB/s = 8.4 Mbit/s.");
    }

    @Test
    void timeInWhichNothingLimitsIsLeftOut() {
        tally.add("", "");
        limited("", "", 20);
        limited("network", "the network", 4);
        assertThat(tally.sentence()).contains("Limited for 100 % of 4 s by the network.");
    }

    @Test
    void aJobThatWasOverAtOnceWasLimitedByNothing() {
        tally.add("network", "the network");
        assertThat(tally.sentence()).isEmpty();
    }

    @Test
    void longPauseBetweenTwoLooksCountsForFiveSeconds() {
        tally.add("network", "the network");
        now += Duration.ofHours(3).toNanos();
        tally.add("network", "the network");
        assertThat(tally.sentence()).contains("Limited for 100 % of 5 s by the network.");
    }
}
