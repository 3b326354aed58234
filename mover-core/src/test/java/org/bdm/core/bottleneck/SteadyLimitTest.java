package org.bdm.core.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("U4")
class SteadyLimitTest {
    private final SteadyLimit steady = new SteadyLimit();

    /** Each letter is a second with that limit. */
    @ParameterizedTest
    @CsvSource({
        "a, a",
        "ab, aa",
        "ababababab, aaaaaaaaaa",
        "aabbaabbaabb, aaaaaaaaaaaa",
        "aaaaabbbbb, aaaaaaaabb",
        "aaaaaabaaaa, aaaaaaaaaaa",
        "abcabcabc, aaaaaaaaa"
    })
    void alimitStaysUntilAnotherOneIsClear(String seconds, String named) {
        StringBuilder told = new StringBuilder();
        for (char second : seconds.toCharArray()) {
            steady.add(new Bottleneck(String.valueOf(second), "n" + told.length()));
            told.append(steady.limit().stage());
        }
        assertThat(told.toString()).isEqualTo(named);
        steady.clear();
        assertThat(steady.limit()).isEqualTo(Bottleneck.NOTHING);
    }
}
