package org.bdm.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Epoch;
import org.junit.jupiter.api.Test;

class CopyTrialsTest {
    private static final long SIZE = 1000;
    private static final Checksum PUBLISHED = digest('0');
    private static final URI A = URI.create("https://a.example/f.nc");
    private static final URI B = URI.create("https://b.example/f.nc");
    private static final URI A_AGAIN = URI.create("https://a.example/other/f.nc");

    private int epoch = 1;

    @Test
    void afterAMixedAttemptEachCopyIsTriedWholeOnce() {
        CopyTrials trials = trials(A, B);
        came(trials, A, 600);
        came(trials, B, 400);
        assertThat(wrong(trials, digest('1'), A, B)).isEqualTo(new DigestVerdict.Again(Optional.empty()));
        assertThat(trials.only()).contains(A);
        came(trials, A, SIZE);
        assertThat(wrong(trials, digest('2'), A, B)).isEqualTo(new DigestVerdict.Again(Optional.of(A)));
        assertThat(trials.only()).contains(B);
        came(trials, B, SIZE);
        DigestVerdict last = wrong(trials, digest('3'), A, B);
        assertThat(last)
                .isInstanceOfSatisfying(
                        DigestVerdict.Wrong.class,
                        verdict -> assertThat(verdict.detail())
                                .contains(A + " gave " + digest('2'))
                                .contains(B + " gave " + digest('3')));
    }

    @Test
    void twoNodesThatAgreeDisputeWhatWasPublished() {
        CopyTrials trials = trials(A, B);
        came(trials, A, SIZE);
        assertThat(wrong(trials, digest('1'), A, B)).isInstanceOf(DigestVerdict.Again.class);
        came(trials, B, SIZE);
        assertThat(wrong(trials, digest('1'), A, B))
                .isEqualTo(new DigestVerdict.Disputed(Optional.of(B), digest('1'), List.of(A, B)));
    }

    @Test
    void twoCopiesOfOneNodeAreNoTwoWitnesses() {
        CopyTrials trials = trials(A, A_AGAIN);
        came(trials, A, SIZE);
        assertThat(wrong(trials, digest('1'), A, A_AGAIN)).isInstanceOf(DigestVerdict.Again.class);
        came(trials, A_AGAIN, SIZE);
        assertThat(wrong(trials, digest('1'), A, A_AGAIN)).isInstanceOf(DigestVerdict.Wrong.class);
    }

    @Test
    void theOnlyCopyGetsASecondTry() {
        CopyTrials trials = trials(A);
        came(trials, A, SIZE);
        assertThat(wrong(trials, digest('1'), A)).isInstanceOf(DigestVerdict.Again.class);
        came(trials, A, SIZE);
        assertThat(wrong(trials, digest('1'), A)).isInstanceOf(DigestVerdict.Wrong.class);
    }

    @Test
    void whatEarlierRunsFoundCounts() {
        CopyTrials trials = new CopyTrials(List.of(new Copy(A, 0, Optional.of(digest('1'))), new Copy(B, 1)), SIZE);
        assertThat(trials.only()).contains(B);
        came(trials, B, SIZE);
        assertThat(wrong(trials, digest('1'), A, B)).isInstanceOf(DigestVerdict.Disputed.class);
    }

    @Test
    void bytesOfAnEarlierAttemptDoNotCount() {
        CopyTrials trials = trials(A, B);
        came(trials, A, 600);
        epoch++;
        came(trials, B, SIZE);
        assertThat(wrong(trials, digest('1'), A, B)).isEqualTo(new DigestVerdict.Again(Optional.of(B)));
    }

    @Test
    void copyThatCannotBeHadIsGivenUpForTheNext() {
        CopyTrials trials = trials(A, B);
        came(trials, A, 600);
        came(trials, B, 400);
        wrong(trials, digest('1'), A, B);
        assertThat(trials.giveUpOnly(List.of(A, B))).isTrue();
        assertThat(trials.only()).contains(B);
        assertThat(trials.giveUpOnly(List.of(B))).isFalse();
        assertThat(trials.only())
                .as("one that may come back is better than one that is wrong")
                .contains(B);
    }

    @Test
    void trialsEndWhateverIsAnswered() {
        CopyTrials trials = trials(A, B);
        int tries = 0;
        while (wrong(trials, digest((char) ('1' + tries % 9)), A, B) instanceof DigestVerdict.Again) {
            assertThat(++tries).isLessThan(10); // nothing ever comes whole from one copy
        }
    }

    private static CopyTrials trials(URI... locations) {
        return new CopyTrials(
                List.of(locations).stream().map(each -> new Copy(each, 0)).toList(), SIZE);
    }

    private void came(CopyTrials trials, URI location, long bytes) {
        trials.arrived(new Epoch(epoch), location, bytes, false);
    }

    private DigestVerdict wrong(CopyTrials trials, Checksum found, URI... bestFirst) {
        return trials.wrong(new Epoch(epoch++), PUBLISHED, found, List.of(bestFirst));
    }

    private static Checksum digest(char digit) {
        return Checksum.ofHex(ChecksumAlgorithm.MD5, String.valueOf(digit).repeat(32));
    }
}
