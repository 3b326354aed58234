package org.bdm.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.reader.ReadTimes.Doing;
import org.junit.jupiter.api.Test;

/** Each moment of a lane counts for one thing. */
class ReadTimesTest {
    private long now = 5;
    private final ReadTimes times = new ReadTimes(() -> now);

    private void spend(Doing doing, long nanos) {
        times.now(doing);
        now += nanos;
    }

    @Test
    void idleTimeCountsForNothing() {
        now += 1000;
        assertThat(times.sums().sum()).isZero();
    }

    @Test
    void whatGoesOnNowIsCountedUpToNow() {
        spend(Doing.SENDING, 70);
        assertThat(times.sums()).isEqualTo(new ReaderLoad(0, 0, 70, 0));
        now += 30;
        assertThat(times.sums()).isEqualTo(new ReaderLoad(0, 0, 100, 0));
    }

    @Test
    void waitForAThreadCountsForWhatThreadsDo() {
        spend(Doing.READING, 30);
        spend(Doing.COMPUTING, 10);
        spend(Doing.QUEUED, 40);
        spend(Doing.PACED, 7);
        assertThat(times.sums()).isEqualTo(new ReaderLoad(60, 20, 0, 7));
    }
}
