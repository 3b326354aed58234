package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

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
