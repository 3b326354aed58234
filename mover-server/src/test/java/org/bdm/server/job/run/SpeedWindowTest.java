package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpeedWindowTest {
    private final AtomicLong nanos = new AtomicLong();
    private final SpeedWindow window = new SpeedWindow(nanos::get);

    @Test
    void showsTheSpeedOfTheLastSecondsAndForgetsWhatWasBefore() {
        for (int second = 1; second <= 10; second++) {
            nanos.set(second * 1_000_000_000L);
            window.at(second * 1000L, second * 10L);
        }
        assertThat(window.at(10_000, 100).bytesPerSecond()).isEqualTo(1000);
        for (int second = 11; second <= 20; second++) {
            nanos.set(second * 1_000_000_000L);
            window.at(10_000, 100);
        }
        assertThat(window.at(10_000, 100).bytesPerSecond()).isZero();
        assertThat(window.at(10_000, 100).filesPerSecond()).isZero();
    }
}
