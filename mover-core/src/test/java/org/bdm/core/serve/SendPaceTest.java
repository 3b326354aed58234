package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class SendPaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong nanos = new AtomicLong(77 * SECOND);
    private final LongAdder sent = new LongAdder();
    private final SendPace pace = new SendPace(nanos::get, sent);

    @Test
    void withoutARateNothingIsHeldBack() {
        pace.spent(1 << 30);
        assertThat(pace.pauseNanos()).isZero();
        assertThat(sent.sum()).as("it is counted all the same").isEqualTo(1 << 30);
    }

    @Test
    void whatWasSentIsPaidForByTime() {
        pace.limit(1000);
        pace.spent(500);
        assertThat(pace.pauseNanos()).isEqualTo(SECOND / 2);
        nanos.addAndGet(SECOND / 4);
        assertThat(pace.pauseNanos()).isEqualTo(SECOND / 4);
        pace.spent(1000);
        assertThat(pace.pauseNanos()).isEqualTo(SECOND + SECOND / 4);
        nanos.addAndGet(2 * SECOND);
        assertThat(pace.pauseNanos()).isZero();
    }

    @Test
    void timeInWhichNothingWasSentIsNoCredit() {
        pace.limit(1000);
        nanos.addAndGet(60 * SECOND);
        pace.spent(1000);
        assertThat(pace.pauseNanos()).isEqualTo(SECOND);
    }

    @Test
    void anotherRateHoldsForWhatIsOwed() {
        pace.limit(1000);
        pace.spent(1000);
        nanos.addAndGet(SECOND / 2);
        pace.limit(100);
        assertThat(pace.pauseNanos()).isEqualTo(5 * SECOND);
    }

    @Test
    void endOfTheRateForgetsWhatIsOwed() {
        pace.limit(1000);
        pace.spent(1000);
        pace.limit(0);
        assertThat(pace.pauseNanos()).isZero();
        pace.limit(1000);
        assertThat(pace.pauseNanos()).isZero();
    }
}
