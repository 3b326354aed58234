package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.bdm.server.catalog.dataset.RunCaps;
import org.bdm.server.upkeep.RunBudget.Share;
import org.junit.jupiter.api.Test;

class RunBudgetTest {
    private static RunBudget offered(RunCaps caps, long... sizes) {
        RunBudget budget = new RunBudget(caps);
        LongStream.of(sizes).forEach(budget::offer);
        return budget;
    }

    @Test
    void withoutCapsARunTakesEverything() {
        RunBudget budget = offered(RunCaps.NONE, Long.MAX_VALUE / 2, 7);
        assertThat(budget.datasetsTaken()).isEqualTo(2);
        assertThat(budget.bytesTaken()).isEqualTo(Long.MAX_VALUE / 2 + 7);
        assertThat(budget.isOver()).isFalse();
    }

    @Test
    void theFirstThatDoesNotFitEndsTheRunAlsoForSmallerOnes() {
        RunBudget budget = offered(new RunCaps(10L, null), 4, 5);
        assertThat(budget.isOver()).isFalse();
        assertThat(budget.offer(2)).isEqualTo(Share.LEFT);
        assertThat(budget.offer(1)).as("the one before would wait for ever").isEqualTo(Share.LEFT);
        assertThat(budget.isOver()).isTrue();
        assertThat(budget.bytesTaken()).isEqualTo(9);
    }

    @Test
    void whatIsLargerThanTheCapBlocksNoOther() {
        RunBudget budget = new RunBudget(new RunCaps(10L, null));
        assertThat(budget.offer(11)).isEqualTo(Share.TOO_LARGE);
        assertThat(budget.offer(10)).isEqualTo(Share.TAKEN);
        assertThat(budget.isOver()).isTrue();
    }

    @Test
    void datasetsAreCountedToo() {
        RunBudget budget = offered(new RunCaps(null, 2L), 1, 1);
        assertThat(budget.isOver()).isTrue();
        assertThat(budget.offer(1)).isEqualTo(Share.LEFT);
    }
}
