package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateCapTest {
    private static final long BLOCK = 4L << 20;

    private final RateCap cap = new RateCap();
    private final List<Boolean> looks = new ArrayList<>();

    private long bytesArrived;

    /** So many seconds in which this many bytes a second arrive, in whole blocks; a look each second. */
    private void arrive(int seconds, long bytesPerSecond, long bytesPerSecondMax) {
        for (int second = 0; second < seconds; second++) {
            long now = TimeUnit.SECONDS.toNanos(looks.size());
            looks.add(cap.isReached(bytesArrived / BLOCK * BLOCK, bytesPerSecondMax, BLOCK, now));
            bytesArrived += bytesPerSecond;
        }
    }

    @Test
    void aTransferThatIsAsFastAsItMayBeIsLimitedByItsRateInEveryLook() {
        for (long rate : new long[] {200_000, 1_000_000, 3_000_000, 50_000_000}) {
            cap.idle();
            looks.clear();
            arrive(60, rate, rate);
            assertThat(looks).as("%s bytes a second", rate).containsOnly(true);
        }
    }

    @Test
    void aTransferThatIsSlowerThanItMayBeIsNot() {
        arrive(60, 3_000_000, 6_000_000);
        assertThat(looks.subList(8, 60)).containsOnly(false);
    }

    @Test
    void aTransferIsSlowerThanItMayBeAlsoWhereABlockTakesLongerThanTheLook() {
        arrive(120, 40_000, 400_000);
        assertThat(looks.subList(60, 120)).containsOnly(false);
    }

    @Test
    void withoutARateNothingIsLimitedByIt() {
        arrive(20, 3_000_000, 0);
        assertThat(looks).containsOnly(false);
    }

    @Test
    void aRateThatIsChangedIsJudgedFromThenOn() {
        arrive(30, 1_000_000, 1_000_000);
        arrive(30, 10_000_000, 10_000_000);
        arrive(30, 10_000_000, 100_000_000);
        assertThat(looks.subList(0, 60)).containsOnly(true);
        assertThat(looks.subList(68, 90)).containsOnly(false);
    }
}
