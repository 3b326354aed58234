package org.bdm.core.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void meterGivesTheRateOfTheWindow() {
        RateMeter meter = new RateMeter(Duration.ofSeconds(8), 0);
        for (int second = 0; second < 20; second++) meter.add(100, second * SECOND + SECOND / 2);
        assertThat(meter.perSecond(20 * SECOND - 1)).isCloseTo(100, within(1.0));
        assertThat(meter.total()).isEqualTo(2000);
    }

    @Test
    void meterFallsToZeroWhenNothingMoves() {
        RateMeter meter = new RateMeter(Duration.ofSeconds(8), 0);
        meter.add(1000, SECOND);
        assertThat(meter.perSecond(4 * SECOND)).isCloseTo(250, within(1.0));
        assertThat(meter.perSecond(20 * SECOND)).isZero();
    }

    @Test
    void meterThatHasJustBegunDividesByTheTimeThereWas() {
        RateMeter meter = new RateMeter(Duration.ofSeconds(8), 0);
        meter.add(100, SECOND);
        assertThat(meter.perSecond(2 * SECOND)).isCloseTo(50, within(0.1));
        assertThat(new RateMeter(Duration.ofSeconds(8), 5).perSecond(5)).isZero();
    }
}
