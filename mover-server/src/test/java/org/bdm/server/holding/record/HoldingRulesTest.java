package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HoldingRulesTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-02-01T00:00:00Z");
    private static final Instant MODIFIED = Instant.parse("2019-01-01T00:00:00.5Z");

    private static HoldingDigest digest(int value, DigestOrigin origin, Instant known) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return new HoldingDigest(new Checksum(ChecksumAlgorithm.SHA256, bytes), origin, known);
    }

    private static Holding known(HoldingState state, HoldingDigest... digests) {
        return new Holding(
                new ExportName("in"),
                StorePath.ofUtf8("a.nc"),
                "a.b.c.v1",
                10,
                MODIFIED,
                state,
                BEFORE,
                List.of(digests),
                0,
                null);
    }

    private static HoldingNotice seen(HoldingState state, Instant modified, HoldingDigest... digests) {
        return new HoldingNotice(
                new ExportName("in"), StorePath.ofUtf8("a.nc"), null, 10, modified, state, List.of(digests));
    }

    private static HoldingState stateAfter(Holding known, HoldingNotice seen) {
        return HoldingRules.merge(known, seen, NOW).state();
    }

    @Test
    void aLookAtSizeAndTimeTakesNoEvidenceAway() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.READBACK, BEFORE));
        assertThat(HoldingRules.merge(verified, seen(HoldingState.UNVERIFIED, MODIFIED), NOW))
                .isEqualTo(verified);
    }

    @Test
    void aChangedFileIsUnverifiedAndKeepsOnlyWhatOthersSayOfIt() {
        Holding verified = known(
                HoldingState.VERIFIED,
                digest(1, DigestOrigin.READBACK, BEFORE),
                digest(1, DigestOrigin.LISTED, BEFORE));
        Holding after = HoldingRules.merge(verified, seen(HoldingState.UNVERIFIED, MODIFIED.plusSeconds(1)), NOW);
        assertThat(after.state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(after.since()).isEqualTo(NOW);
        assertThat(after.digests()).containsExactly(digest(1, DigestOrigin.LISTED, BEFORE));
        assertThat(after.dataset()).isEqualTo("a.b.c.v1");
    }

    @Test
    void ourDigestAgainstAListedOneIsADispute() {
        Holding listed = known(HoldingState.UNVERIFIED, digest(1, DigestOrigin.LISTED, BEFORE));
        assertThat(stateAfter(listed, seen(HoldingState.VERIFIED, MODIFIED, digest(2, DigestOrigin.READ, NOW))))
                .isEqualTo(HoldingState.DISPUTED);
        assertThat(stateAfter(listed, seen(HoldingState.VERIFIED, MODIFIED, digest(1, DigestOrigin.PUBLISHED, NOW))))
                .isEqualTo(HoldingState.VERIFIED);
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.READBACK, BEFORE));
        assertThat(stateAfter(verified, seen(HoldingState.UNVERIFIED, MODIFIED, digest(2, DigestOrigin.LISTED, NOW))))
                .isEqualTo(HoldingState.DISPUTED);
    }

    @Test
    void aDamagedFileKeepsTheDigestThatItShouldHave() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.READBACK, BEFORE));
        Holding damaged = HoldingRules.merge(verified, seen(HoldingState.DAMAGED, MODIFIED.plusSeconds(1)), NOW);
        assertThat(damaged.state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(damaged.digests()).isEqualTo(verified.digests());
        assertThat(stateAfter(damaged, seen(HoldingState.UNVERIFIED, MODIFIED.plusSeconds(1))))
                .as("a look does not mend it")
                .isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    void whatIsSaidOfItsDatasetIsNoNewsAndTheEvidenceGivesTheState() {
        Holding retracted = known(HoldingState.RETRACTED, digest(1, DigestOrigin.LISTED, BEFORE));
        Holding after = HoldingRules.merge(
                retracted, seen(HoldingState.VERIFIED, MODIFIED, digest(1, DigestOrigin.PUBLISHED, NOW)), NOW);
        assertThat(after.state())
                .as("the catalog marks it again when it is written")
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(after.digests()).hasSize(2);
        assertThat(HoldingRules.merge(retracted, seen(HoldingState.UNVERIFIED, MODIFIED), NOW))
                .isSameAs(retracted);
    }

    @Test
    void thatAListStillSaysTheSameIsNoNews() {
        Holding listed = known(HoldingState.UNVERIFIED, digest(1, DigestOrigin.LISTED, BEFORE));
        assertThat(HoldingRules.merge(
                        listed, seen(HoldingState.UNVERIFIED, MODIFIED, digest(1, DigestOrigin.LISTED, NOW)), NOW))
                .isEqualTo(listed);
    }

    @Test
    void aDamagedFileThatIsWrittenAnewIsVerifiedWithTheDigestOfItsNewBytesAlone() {
        Holding damaged = known(HoldingState.DAMAGED, digest(1, DigestOrigin.READBACK, BEFORE));
        Holding after = HoldingRules.merge(
                damaged, seen(HoldingState.VERIFIED, MODIFIED, digest(2, DigestOrigin.STREAM, NOW)), NOW);
        assertThat(after.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(after.digests()).containsExactly(digest(2, DigestOrigin.STREAM, NOW));
    }

    // ---- which bytes a digest is of ----

    private static Holding withInode(long inode, HoldingDigest... digests) {
        Holding known = known(HoldingState.VERIFIED, digests);
        return new Holding(
                known.export(),
                known.path(),
                known.dataset(),
                known.size(),
                known.modified(),
                known.state(),
                known.since(),
                known.digests(),
                inode,
                null);
    }

    private static HoldingNotice read(long size, long inode, HoldingDigest... digests) {
        return new HoldingNotice(
                new ExportName("in"),
                StorePath.ofUtf8("a.nc"),
                "x.y.z.v2",
                size,
                MODIFIED,
                HoldingState.VERIFIED,
                List.of(digests),
                inode,
                null);
    }

    @Test
    void ourDigestsOfAnotherInodeAreForgottenThoughSizeAndTimeAreTheSame() {
        Holding known = withInode(7, digest(1, DigestOrigin.READBACK, BEFORE), digest(2, DigestOrigin.LISTED, BEFORE));
        assertThat(HoldingRules.merge(known, read(10, 7), NOW).digests()).hasSize(2);
        Holding after = HoldingRules.merge(known, read(10, 8), NOW);
        assertThat(after.digests()).containsExactly(digest(2, DigestOrigin.LISTED, BEFORE));
        assertThat(after.inode()).isEqualTo(8);
    }

    @Test
    void inodeThatIsUnknownOnOneSideSaysNothing() {
        HoldingDigest own = digest(1, DigestOrigin.READBACK, BEFORE);
        assertThat(HoldingRules.merge(withInode(0, own), read(10, 8), NOW).digests())
                .containsExactly(own);
        Holding looked = HoldingRules.merge(withInode(7, own), seen(HoldingState.UNVERIFIED, MODIFIED), NOW);
        assertThat(looked.digests()).containsExactly(own);
        assertThat(looked.inode()).as("of the file whose bytes were read").isEqualTo(7);
    }

    @Test
    void inodeOfAFileThatWasReplacedIsForgotten() {
        Holding known = withInode(7, digest(1, DigestOrigin.READBACK, BEFORE));
        Holding later = HoldingRules.merge(known, seen(HoldingState.UNVERIFIED, MODIFIED.plusSeconds(1)), NOW);
        assertThat(later.inode()).isZero();
        Holding longer = HoldingRules.merge(known, read(11, 0), NOW);
        assertThat(longer.inode()).isZero();
        assertThat(longer.digests()).isEmpty();
        assertThat(longer.size()).isEqualTo(11);
    }

    @Test
    void digestOfAnotherAlgorithmSaysNothingAboutTheBytesBefore() {
        HoldingDigest own = digest(1, DigestOrigin.READBACK, BEFORE);
        HoldingDigest md5 =
                new HoldingDigest(new Checksum(ChecksumAlgorithm.MD5, new byte[16]), DigestOrigin.READ, NOW);
        Holding after = HoldingRules.merge(known(HoldingState.VERIFIED, own), read(10, 0, md5), NOW);
        assertThat(after.digests()).containsExactly(own, md5);
        assertThat(after.state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void sameDigestComputedAgainKeepsTheOthersAndHasTheNewTime() {
        HoldingDigest readback = digest(1, DigestOrigin.READBACK, BEFORE);
        Holding known = known(HoldingState.VERIFIED, readback, digest(1, DigestOrigin.READ, BEFORE));
        Holding after = HoldingRules.merge(known, read(10, 0, digest(1, DigestOrigin.READ, NOW)), NOW);
        assertThat(after.digests()).containsExactly(readback, digest(1, DigestOrigin.READ, NOW));
    }

    @Test
    void listThatNowSaysAnotherDigestIsNews() {
        Holding known = known(HoldingState.UNVERIFIED, digest(1, DigestOrigin.LISTED, BEFORE));
        HoldingDigest other = digest(2, DigestOrigin.LISTED, NOW);
        Holding after = HoldingRules.merge(known, seen(HoldingState.UNVERIFIED, MODIFIED, other), NOW);
        assertThat(after.digests()).containsExactly(other);
    }

    // ---- disputes ----

    @Test
    void digestThatAPersonAcceptedIsNoContradiction() {
        Holding accepted = known(
                HoldingState.DISPUTED,
                digest(1, DigestOrigin.LISTED, BEFORE),
                digest(2, DigestOrigin.ACCEPTED, BEFORE));
        assertThat(stateAfter(accepted, seen(HoldingState.VERIFIED, MODIFIED, digest(2, DigestOrigin.READ, NOW))))
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(HoldingRules.isAccepted(
                        accepted.digests(), digest(2, DigestOrigin.READ, NOW).digest()))
                .isTrue();
        assertThat(HoldingRules.isAccepted(
                        accepted.digests(), digest(1, DigestOrigin.READ, NOW).digest()))
                .as("what a list says was not accepted")
                .isFalse();
        assertThat(HoldingRules.isAccepted(
                        accepted.digests(), digest(3, DigestOrigin.READ, NOW).digest()))
                .isFalse();
    }

    @Test
    void disputeThatWasSeenStaysOneThoughNoDigestContradicts() {
        assertThat(stateAfter(known(HoldingState.VERIFIED), seen(HoldingState.DISPUTED, MODIFIED)))
                .isEqualTo(HoldingState.DISPUTED);
    }

    @Test
    void digestsOfTwoAlgorithmsDoNotContradictEachOther() {
        HoldingDigest listed =
                new HoldingDigest(new Checksum(ChecksumAlgorithm.MD5, new byte[16]), DigestOrigin.LISTED, BEFORE);
        assertThat(stateAfter(
                        known(HoldingState.UNVERIFIED, listed),
                        seen(HoldingState.VERIFIED, MODIFIED, digest(2, DigestOrigin.READ, NOW))))
                .isEqualTo(HoldingState.VERIFIED);
    }

    // ---- new, or marked ----

    @Test
    void fileThatIsSeenForTheFirstTimeIsWhatTheLookSays() {
        Holding fresh = HoldingRules.merge(null, read(10, 8, digest(1, DigestOrigin.READ, NOW)), NOW);
        assertThat(fresh.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(fresh.since()).isEqualTo(NOW);
        assertThat(fresh.dataset()).isEqualTo("x.y.z.v2");
        assertThat(fresh.inode()).isEqualTo(8);
        assertThat(HoldingRules.merge(null, seen(HoldingState.UNVERIFIED, MODIFIED), NOW)
                        .inode())
                .isZero();
    }

    @Test
    void datasetThatALookNamesReplacesTheOneThatWasKnown() {
        assertThat(HoldingRules.merge(known(HoldingState.VERIFIED), read(10, 0), NOW)
                        .dataset())
                .isEqualTo("x.y.z.v2");
    }

    @Test
    @Tag("H2")
    void markedHoldingIsVerifiedBelowItsMarkOnlyByADigestThatSomebodyVouchesFor() {
        HoldingDigest own = digest(1, DigestOrigin.READ, BEFORE);
        HoldingDigest received = digest(1, DigestOrigin.RECEIVED, BEFORE);
        HoldingDigest vouched = digest(1, DigestOrigin.STREAM, BEFORE);
        HoldingDigest listed = digest(1, DigestOrigin.LISTED, BEFORE);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, vouched)))
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, own, listed)))
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, own))).isEqualTo(HoldingState.READ);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, received)))
                .isEqualTo(HoldingState.READ);
        assertThat(HoldingRules.unmarked(known(HoldingState.RETRACTED, listed))).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(HoldingRules.unmarked(known(HoldingState.DAMAGED, own))).isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    void newEvidenceForTheSameStateKeepsItsBeginning() {
        HoldingDigest own = digest(1, DigestOrigin.READ, BEFORE);
        Holding after = HoldingRules.merge(known(HoldingState.VERIFIED, own), read(10, 8), NOW);
        assertThat(after.since()).isEqualTo(BEFORE);
        assertThat(after.inode()).isEqualTo(8);
    }
}
