package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.CopyTrials;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a file came from, and which copy is tried after a wrong digest. */
class TrialBoardTest {
    private static final FileId FILE = new FileId(1);
    private static final Epoch FIRST = new Epoch(1);
    private static final URI A = URI.create("https://a.example/f.nc");
    private static final URI B = URI.create("https://b.example/f.nc");
    private static final URI C = URI.create("https://c.example/f.nc");
    private static final Checksum PUBLISHED = Checksum.ofHex(ChecksumAlgorithm.MD5, "0".repeat(32));
    private static final Checksum FOUND = Checksum.ofHex(ChecksumAlgorithm.MD5, "1".repeat(32));

    private final UnaskedNodes nodes = new UnaskedNodes(Map.of());
    private final TrialBoard board = new TrialBoard(nodes.nodes);

    @AfterEach
    void close() {
        nodes.close();
    }

    private static List<Copy> copies(URI... locations) {
        return java.util.stream.IntStream.range(0, locations.length)
                .mapToObj(i -> new Copy(locations[i], i))
                .toList();
    }

    @Test
    void bytesThatCameWithoutTlsAreToldApartFromTheOthersOfTheirNode() {
        CopyTrials trials = board.of(FILE, copies(A, B), 100);
        trials.arrived(FIRST, A, 60, false);
        trials.arrived(FIRST, A, 30, true);
        trials.arrived(FIRST, B, 10, true);
        assertThat(board.originsOf(FILE, FIRST))
                .containsExactlyInAnyOrder(
                        new Origin("a.example", 60),
                        new Origin(Origin.downgraded("a.example"), 30),
                        new Origin(Origin.downgraded("b.example"), 10));
        assertThat(board.originsOf(FILE, new Epoch(2))).isEmpty();
        assertThat(board.originsOf(new FileId(2), FIRST)).isEmpty();
    }

    @Tag("D3")
    @Test
    void theRequestsThatBroughtAFileAreCountedByNodeWithTheirTime() {
        CopyTrials trials = board.of(FILE, copies(A, B), 100);
        for (int block = 0; block < 5; block++) {
            trials.arrived(FIRST, A, 10, false);
            trials.asked(A, 1_000_000_000L, 2_000_000_000L + block);
        }
        assertThat(board.originsOf(FILE, FIRST)).singleElement().satisfies(origin -> {
            assertThat(origin.asked()).isEqualTo(new Origin.Asked(1, 1000));
            assertThat(origin.asked().text()).isEqualTo("one request");
        });
        trials.arrived(FIRST, A, 40, false);
        trials.asked(A, 3_000_000_000L, 13_400_000_000L);
        trials.arrived(FIRST, B, 10, false);
        trials.asked(B, Long.MAX_VALUE, Long.MIN_VALUE + 9_999_999); // a clock that runs over
        assertThat(board.originsOf(FILE, FIRST))
                .extracting(Origin::place, origin -> origin.asked().text())
                .containsExactlyInAnyOrder(
                        tuple("a.example", "2 requests over 12 seconds"), tuple("b.example", "one request"));
        Epoch second = new Epoch(2);
        trials.arrived(second, A, 100, false);
        trials.asked(A, 5, 6);
        assertThat(board.originsOf(FILE, second)).extracting(Origin::asked).containsExactly(new Origin.Asked(1, 0));
    }

    @Test
    void trialsGoOnForTheSameCopiesAndSizeAndBeginAnewForOthers() {
        CopyTrials begun = board.of(FILE, copies(A, B), 100);
        assertThat(board.of(FILE, copies(A, B), 100)).isSameAs(begun);
        assertThat(board.of(FILE, copies(A, B), 101)).isNotSameAs(begun);
        CopyTrials other = board.of(FILE, copies(A), 101);
        assertThat(board.of(FILE, copies(A, B), 101)).isNotSameAs(other);
    }

    @Test
    void fileWhoseTrialsAreForgottenIsTriedTwiceMore() {
        assertThat(board.mistrust(FILE, FIRST, PUBLISHED, FOUND, 0))
                .isEqualTo(new DigestVerdict.Again(Optional.empty()));
        assertThat(board.mistrust(FILE, FIRST, PUBLISHED, FOUND, 1))
                .isEqualTo(new DigestVerdict.Again(Optional.empty()));
        DigestVerdict last = board.mistrust(FILE, FIRST, PUBLISHED, FOUND, 2);
        assertThat(last).isInstanceOfSatisfying(DigestVerdict.Wrong.class, wrong -> {
            assertThat(wrong.from()).isEmpty();
            assertThat(wrong.detail()).contains(PUBLISHED.toString()).contains(FOUND.toString());
        });
    }

    @Test
    void copyAtANodeThatIsLeftAloneIsTriedAfterTheOthers() {
        CopyTrials trials = board.of(FILE, copies(A, B, C), 100);
        trials.arrived(FIRST, A, 100, false);
        nodes.nodes.node("b.example").failed("no route", true);
        assertThat(nodes.nodes.node("b.example").isBreakerOpen()).isTrue();
        assertThat(board.mistrust(FILE, FIRST, PUBLISHED, FOUND, 0)).isEqualTo(new DigestVerdict.Again(Optional.of(A)));
        assertThat(trials.only()).contains(C);
    }
}
