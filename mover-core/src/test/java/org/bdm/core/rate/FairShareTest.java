package org.bdm.core.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairShareTest {
    private static final long ALL = Long.MAX_VALUE;

    private static long[] divided(long capacity, ShareWish... wishes) {
        return FairShare.divide(capacity, List.of(wishes));
    }

    private static ShareWish wish(long demand) {
        return new ShareWish(1, demand);
    }

    @Test
    void usersThatTakeAllGetEqualParts() {
        assertThat(divided(90, wish(ALL), wish(ALL), wish(ALL))).containsExactly(30, 30, 30);
    }

    @Test
    void whatOneDoesNotDemandGoesToTheOthers() {
        assertThat(divided(90, wish(ALL), wish(10), wish(ALL))).containsExactly(40, 10, 40);
        assertThat(divided(90, wish(ALL), wish(10), wish(35))).containsExactly(45, 10, 35);
    }

    @Test
    void whatNobodyDemandsIsDividedToo() {
        assertThat(divided(90, wish(10), wish(20))).containsExactly(40, 50);
    }

    @Test
    void aUserWithMoreSessionsGetsAPartForEach() {
        assertThat(divided(90, new ShareWish(2, ALL), wish(ALL))).containsExactly(60, 30);
        assertThat(divided(90, new ShareWish(2, 10), wish(ALL))).containsExactly(10, 80);
    }

    @Test
    void partsNeverAddUpToMoreThanTheCapacityAndNobodyGetsLessThanAnEqualPartHeDemands() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            long capacity = 1 + random.nextLong(1L << random.nextInt(1, 50));
            List<ShareWish> wishes = IntStream.range(0, 1 + random.nextInt(12))
                    .mapToObj(i -> new ShareWish(
                            1 + random.nextInt(4), random.nextInt(4) == 0 ? ALL : random.nextLong(1 + 2 * capacity)))
                    .toList();
            long weight = wishes.stream().mapToLong(ShareWish::weight).sum();
            long[] parts = FairShare.divide(capacity, wishes);
            assertThat(Arrays.stream(parts).sum())
                    .as("%s of %s", wishes, capacity)
                    .isLessThanOrEqualTo(capacity);
            for (int i = 0; i < parts.length; i++) {
                double equal = (double) capacity * wishes.get(i).weight() / weight;
                assertThat((double) parts[i] + 2)
                        .as("%s of %s: %s", wishes, capacity, i)
                        .isGreaterThanOrEqualTo(Math.min((double) wishes.get(i).demand(), equal) * (1 - 1e-9));
            }
        }
    }
}
