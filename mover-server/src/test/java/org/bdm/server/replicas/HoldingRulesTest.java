package org.bdm.server.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.DigestOrigin;
import org.bdm.server.catalog.Holding;
import org.bdm.server.catalog.HoldingDigest;
import org.bdm.server.catalog.HoldingState;
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
                0);
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
}
