package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FinishClockTest {
    private final AtomicLong nanos = new AtomicLong(7_000_000_000L);
    private final FinishClock clock = new FinishClock(nanos::get);

    @Test
    void addsUpWhatEachKindOfStepTook() {
        assertThat(clock.verifying(() -> nanos.addAndGet(3_000_000))).isEqualTo(7_003_000_000L);
        clock.placing(() -> nanos.addAndGet(20_000_000));
        clock.verifying(() -> nanos.addAndGet(4_000_000));

        assertThat(clock.times()).isEqualTo(new FinishTimes(7, 20));
    }

    @Test
    void stepThatFailedTookTimeToo() {
        assertThatThrownBy(() -> clock.placing(() -> {
                    nanos.addAndGet(5_000_000);
                    throw new IllegalStateException("a fault");
                }))
                .hasMessage("a fault");
        assertThat(clock.times()).isEqualTo(new FinishTimes(0, 5));
    }
}
