package org.bdm.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.bdm.core.replica.CopyRanking.Candidate;
import org.junit.jupiter.api.Test;

class CopyRankingTest {
    private static final double MIB = 1 << 20;

    @Test
    void unknownNodesComeFirstThenTheFasterThenThoseInTrouble() {
        Candidate slow = candidate("slow", 0, 1 * MIB, false);
        Candidate fast = candidate("fast", 1, 9 * MIB, false);
        Candidate unknown = candidate("unknown", 2, -1, false);
        Candidate failed = candidate("failed", 0, 50 * MIB, true);
        List<Candidate> given = new ArrayList<>(List.of(slow, fast, unknown, failed));
        for (int seed = 0; seed < 10; seed++) {
            Collections.shuffle(given, new Random(seed));
            assertThat(CopyRanking.bestFirst(given)).containsExactly(unknown, fast, slow, failed);
        }
    }

    @Test
    void copiesThatWereMissingComeBehindTheOthersAndBeforeNodesInTrouble() {
        Candidate good = candidate("good", 9, 1 * MIB, false);
        Candidate missing = missing(candidate("missing", 0, 50 * MIB, false));
        Candidate unmeasured = missing(candidate("unmeasured", 0, -1, false));
        Candidate failed = candidate("failed", 0, 50 * MIB, true);
        assertThat(CopyRanking.bestFirst(List.of(failed, missing, good, unmeasured)))
                .containsExactly(good, unmeasured, missing, failed);
        assertThat(CopyRanking.mayStandIn(good, missing)).isFalse();
    }

    private static Candidate missing(Candidate candidate) {
        Copy copy = candidate.copy().withMissing(Optional.of(MissingCopy.first(Instant.EPOCH)));
        return new Candidate(copy, candidate.bytesPerSecond(), candidate.preference(), candidate.hadTroubleLately());
    }

    @Test
    void ofAboutEqualRatesThePreferredComesFirst() {
        Candidate preferred = candidate("preferred", 0, 4.1 * MIB, false);
        Candidate other = candidate("other", 1, 7.9 * MIB, false);
        assertThat(CopyRanking.bestFirst(List.of(other, preferred))).containsExactly(preferred, other);
    }

    @Test
    void aNodeThatSomebodyPrefersComesBeforeFasterOnesUnlessItIsInTrouble() {
        Candidate fast = candidate("fast", 0, 50 * MIB, false);
        Candidate first = preferred(candidate("first", 9, 1 * MIB, false), NodePreference.FIRST);
        Candidate last = preferred(candidate("last", 0, -1, false), NodePreference.LAST);
        Candidate failed = preferred(candidate("failed", 0, 50 * MIB, true), NodePreference.FIRST);
        assertThat(CopyRanking.bestFirst(List.of(last, failed, fast, first)))
                .containsExactly(first, fast, last, failed);
        assertThat(CopyRanking.mayStandIn(fast, last)).as("it is for need").isFalse();
        assertThat(CopyRanking.mayStandIn(first, fast)).isTrue();
    }

    private static Candidate preferred(Candidate candidate, NodePreference preference) {
        return new Candidate(candidate.copy(), candidate.bytesPerSecond(), preference, candidate.hadTroubleLately());
    }

    @Test
    void onlyComparableCopiesStandInForABusyOne() {
        Candidate best = candidate("best", 0, 9 * MIB, false);
        assertThat(CopyRanking.mayStandIn(best, candidate("near", 0, 4 * MIB, false)))
                .isTrue();
        assertThat(CopyRanking.mayStandIn(best, candidate("unknown", 0, -1, false)))
                .isTrue();
        assertThat(CopyRanking.mayStandIn(best, candidate("far", 0, 1 * MIB, false)))
                .isFalse();
        assertThat(CopyRanking.mayStandIn(best, candidate("failed", 0, 9 * MIB, true)))
                .isFalse();
    }

    private static Candidate candidate(String host, int preference, double rate, boolean hadTrouble) {
        Copy copy = new Copy(URI.create("https://" + host + ".example/a.nc"), preference);
        return new Candidate(
                copy, rate < 0 ? OptionalDouble.empty() : OptionalDouble.of(rate), NodePreference.USUAL, hadTrouble);
    }
}
