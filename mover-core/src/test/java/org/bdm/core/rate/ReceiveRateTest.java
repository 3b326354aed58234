package org.bdm.core.rate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReceiveRateTest {
    @Test
    void bytesArePaidByWaiting() {
        ReceiveRate rate = new ReceiveRate();
        rate.limit(1_000_000, 0);
        long now = 0;
        long bytes = 0;
        while (now < 10_000_000_000L) {
            int window = Math.min(rate.windowMax(), 65_536);
            now += 1 + rate.spend(window, now);
            bytes += window;
        }
        assertThat(bytes).isBetween(9_900_000L, 10_200_000L);
    }

    @Test
    void withoutALimitNothingWaits() {
        ReceiveRate rate = new ReceiveRate();
        assertThat(rate.spend(1 << 30, 5)).isZero();
        rate.limit(1, 5);
        assertThat(rate.spend(1 << 20, 6)).isPositive();
        rate.limit(0, 7);
        assertThat(rate.spend(1 << 30, 8)).isZero();
    }
}
