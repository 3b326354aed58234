package org.bdm.server.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.testkit.TurnedClock;
import org.junit.jupiter.api.Test;

/** Leases are renewed in time, whatever happens to the wall clock. */
class HeartbeatTimesTest {
    private final TurnedClock clock = new TurnedClock();
    private final AtomicLong nanos = new AtomicLong();
    private final HeartbeatTimes times = new HeartbeatTimes(clock, nanos::get, Duration.ofSeconds(30));

    private void pass(Duration time) {
        clock.turn(time);
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void oneIsDueAfterEachThirdOfTheLease() {
        assertThat(times.isDue()).isFalse();
        pass(Duration.ofSeconds(10));
        assertThat(times.isDue()).isTrue();
        assertThat(times.isDue()).isFalse();
        pass(Duration.ofSeconds(9));
        assertThat(times.isDue()).isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(times.isDue()).isTrue();
    }

    @Test
    void aClockThatIsSetBackDelaysNone() {
        clock.turn(Duration.ofHours(-1));
        pass(Duration.ofSeconds(10));
        assertThat(times.isDue()).isTrue();
    }

    @Test
    void aClockThatIsSetForwardMakesOneDueAtOnce() {
        clock.turn(Duration.ofHours(1));
        assertThat(times.isDue()).isTrue();
        assertThat(times.isDue()).isFalse();
    }

    @Test
    void oneCanBeMadeDue() {
        times.hurry();
        assertThat(times.isDue()).isTrue();
        assertThat(times.isDue()).isFalse();
    }
}
