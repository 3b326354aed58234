package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MajorityTest {
    private static Majority<String> said(String... valuesByRank) {
        return said(List.of(valuesByRank), false);
    }

    private static Majority<String> said(List<String> valuesByRank, boolean isReversed) {
        Majority<String> majority = new Majority<>();
        for (int i = 0; i < valuesByRank.size(); i++) {
            int rank = isReversed ? valuesByRank.size() - 1 - i : i;
            majority.add(valuesByRank.get(rank), rank);
        }
        return majority;
    }

    @Test
    void whatMoreSayWinsWhateverTheirRank() {
        assertThat(said("a", "b", "b").winner()).isEqualTo("b");
    }

    @Test
    void aTieIsDecidedByTheFirstInRankAndNotByTheLast() {
        List<String> firstAndLast = List.of("b", "a", "a", "b");
        assertThat(said(firstAndLast, false).winner()).isEqualTo("b");
        assertThat(said(firstAndLast, true).winner()).isEqualTo("b");
        assertThat(said("z", "y").winner()).isEqualTo("z");
    }

    @Test
    void ofEqualNumberAndRankTheLesserValueWins() {
        Majority<String> majority = new Majority<>();
        majority.add("b", 0);
        majority.add("a", 0);
        assertThat(majority.winner()).isEqualTo("a");
        assertThat(majority.shown()).isEqualTo("a (1), b (1)");
        assertThat(majority.isUnanimous()).isFalse();
    }
}
