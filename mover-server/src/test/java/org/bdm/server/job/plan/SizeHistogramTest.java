package org.bdm.server.job.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.control.plan.PlanSizeView;
import org.junit.jupiter.api.Test;

class SizeHistogramTest {
    private final SizeHistogram sizes = new SizeHistogram();

    @Test
    void withoutFilesThereAreNoClasses() {
        assertThat(sizes.views()).isEmpty();
    }

    @Test
    void eachFileCountsInOneClassAndEmptyOnesBetweenAreShown() {
        for (long size : new long[] {0, 65_535, 65_536, 1 << 20, (4 << 20) - 1}) sizes.add(size);
        assertThat(sizes.views())
                .containsExactly(
                        new PlanSizeView(0, 65_536L, 2, 65_535),
                        new PlanSizeView(65_536, 262_144L, 1, 65_536),
                        new PlanSizeView(262_144, 1L << 20, 0, 0),
                        new PlanSizeView(1 << 20, 4L << 20, 2, (1 << 20) + (4 << 20) - 1));
    }

    @Test
    void theLastClassHasNoUpperBound() {
        sizes.add(Long.MAX_VALUE / 2);
        sizes.add(64L << 30);
        assertThat(sizes.views())
                .containsExactly(new PlanSizeView(64L << 30, null, 2, Long.MAX_VALUE / 2 + (64L << 30)));
    }
}
