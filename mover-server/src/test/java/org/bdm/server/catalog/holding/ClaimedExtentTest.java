package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClaimedExtentTest {
    private static final ClaimedExtent TEN = new ClaimedExtent(10, 40, true);

    private static ClaimedExtent.Announced announced(String index, long files, long bytes, boolean isOfOtherBytes) {
        return new ClaimedExtent.Announced(
                index, "a.org", OptionalLong.of(files), OptionalLong.of(bytes), isOfOtherBytes);
    }

    @Test
    void whatIsAnnouncedAsListedContradictsNothing() {
        assertThat(TEN.contradiction(List.of(announced("east", 10, 40, false)))).isEmpty();
    }

    @Test
    void aNodeWithAnotherVariantContradictsByItsNumberOfFilesAndNotByTheirBytes() {
        assertThat(TEN.contradiction(List.of(announced("east", 10, 99, true)))).isEmpty();
        assertThat(TEN.contradiction(List.of(announced("east", 12, 99, true))))
                .hasValue("index east announces 12 files at a.org, listed are 10");
    }

    @Test
    void moreBytesAreNoContradictionWhileSizesAreUnknownAndFewerAre() {
        ClaimedExtent partlyKnown = new ClaimedExtent(10, 40, false);
        assertThat(partlyKnown.contradiction(List.of(announced("east", 10, 99, false))))
                .isEmpty();
        assertThat(partlyKnown.contradiction(List.of(announced("east", 10, 39, false))))
                .isPresent();
    }

    @Test
    void theSameClaimsGiveTheSameSentenceAndOnlyTheFirstFewAreShown() {
        List<ClaimedExtent.Announced> claims = IntStream.range(0, 7)
                .mapToObj(i -> announced("i" + i, 11, 40, false))
                .toList();
        List<ClaimedExtent.Announced> reversed = IntStream.range(0, 7)
                .mapToObj(i -> announced("i" + (6 - i), 11, 40, false))
                .toList();
        assertThat(TEN.contradiction(reversed)).isEqualTo(TEN.contradiction(claims));
        assertThat(TEN.contradiction(claims).orElseThrow())
                .startsWith("index i0")
                .endsWith("and 2 more");
    }
}
