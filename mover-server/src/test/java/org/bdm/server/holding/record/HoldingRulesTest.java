package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingChange.After;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HoldingRulesTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-02-01T00:00:00Z");
    private static final Instant MODIFIED = Instant.parse("2019-01-01T00:00:00.5Z");
    private static final Instant LATER = MODIFIED.plusSeconds(1);

    private static HoldingDigest digest(int value, DigestOrigin origin, Instant known) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return new HoldingDigest(new Checksum(ChecksumAlgorithm.SHA256, bytes), origin, known);
    }

    private static HoldingDigest read(int value) {
        return digest(value, DigestOrigin.READ, NOW);
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
                7,
                null,
                null);
    }

    private static HoldingNotice event(HoldingEvent event, long size, Instant modified, HoldingDigest... digests) {
        return new HoldingNotice(
                new ExportName("in"),
                StorePath.ofUtf8("a.nc"),
                null,
                size,
                modified,
                event,
                List.of(digests),
                event == HoldingEvent.READ || event == HoldingEvent.TRANSFERRED ? 8 : 0,
                null,
                new HoldingNotice.Cause("ann", "because", null));
    }

    private static HoldingNotice look(Instant modified) {
        return event(HoldingEvent.LOOKED_AT, 10, modified);
    }

    private static Holding after(@Nullable Holding known, HoldingNotice event) {
        return Objects.requireNonNull(HoldingRules.decide(known, event, NOW).holding());
    }

    private static List<HistoryEvent> history(@Nullable Holding known, HoldingNotice event) {
        return HoldingRules.decide(known, event, NOW).history().stream()
                .map(HistoryEntry::event)
                .toList();
    }

    @Tag("H8")
    @ParameterizedTest
    @EnumSource(names = {"VERIFIED", "READ"})
    void whatWasHeldInAnotherDirectoryIsToBeReadAndKeepsItsEvidence(HoldingState state) {
        Holding held =
                known(state, digest(1, state == HoldingState.READ ? DigestOrigin.READ : DigestOrigin.STREAM, BEFORE));
        HoldingNotice notice = HoldingNotice.inOtherDirectory(held, HoldingNotice.Cause.of("ann"));
        Holding doubted = after(held, notice);
        assertThat(doubted.state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(doubted.digests()).isEqualTo(held.digests());
        assertThat(history(held, notice)).containsExactly(HistoryEvent.OTHER_DIRECTORY);
        assertThat(history(doubted, notice)).isEmpty();
        assertThat(after(doubted, look(MODIFIED)).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(after(doubted, event(HoldingEvent.READ, 10, MODIFIED, read(1)))
                        .state())
                .isEqualTo(state);
        assertThat(after(doubted, event(HoldingEvent.READ, 10, MODIFIED, read(2)))
                        .state())
                .isEqualTo(HoldingState.DAMAGED);
    }

    @Tag("H8")
    @Test
    void anotherDirectoryTakesNothingFromWhatIsKnownAgainstAFile() {
        for (HoldingState state : List.of(HoldingState.DAMAGED, HoldingState.MISSING, HoldingState.DISPUTED)) {
            Holding held = known(state, digest(1, DigestOrigin.STREAM, BEFORE));
            assertThat(after(held, HoldingNotice.inOtherDirectory(held, HoldingNotice.Cause.of("ann"))))
                    .isEqualTo(held);
        }
    }

    // ---- looked at ----

    @Test
    void aLookAtTheSameSizeAndTimeIsNoNews() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.READBACK, BEFORE));
        assertThat(after(verified, look(MODIFIED))).isSameAs(verified);
        assertThat(history(verified, look(MODIFIED))).isEmpty();
    }

    @Test
    @Tag("H1")
    void aLookAtAnotherSizeOrTimeKeepsAllEvidenceAndSaysThatTheFileChanged() {
        Holding verified = known(
                HoldingState.VERIFIED,
                digest(1, DigestOrigin.READBACK, BEFORE),
                digest(1, DigestOrigin.LISTED, BEFORE));
        for (HoldingNotice seen : List.of(look(LATER), event(HoldingEvent.LOOKED_AT, 11, MODIFIED))) {
            Holding changed = after(verified, seen);
            assertThat(changed.state()).isEqualTo(HoldingState.CHANGED);
            assertThat(changed.since()).isEqualTo(NOW);
            assertThat(changed.digests()).isEqualTo(verified.digests());
            assertThat(changed.size()).as("of the bytes of the evidence").isEqualTo(10);
            assertThat(changed.modified()).isEqualTo(MODIFIED);
            assertThat(changed.inode()).isEqualTo(7);
            assertThat(changed.seen()).isEqualTo(new Holding.Seen(seen.size(), seen.modified(), NOW));
            assertThat(history(verified, seen)).containsExactly(HistoryEvent.CHANGED);
            assertThat(after(changed, seen)).as("seen again").isEqualTo(changed);
            assertThat(history(changed, seen)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(HoldingState.class)
    @Tag("H1")
    void noLookTakesADigestAwayInAnyState(HoldingState state) {
        Holding held = known(state, digest(1, DigestOrigin.STREAM, BEFORE), digest(2, DigestOrigin.READ, BEFORE));
        for (HoldingEvent event : List.of(HoldingEvent.LOOKED_AT, HoldingEvent.GONE, HoldingEvent.GONE_PERHAPS)) {
            for (Instant modified : List.of(MODIFIED, LATER)) {
                Holding after = after(held, event(event, 10, modified));
                assertThat(after.digests()).as("%s %s", event, state).isEqualTo(held.digests());
                assertThat(after.size()).isEqualTo(10);
                assertThat(after.modified()).isEqualTo(MODIFIED);
            }
        }
    }

    @Test
    @Tag("H10")
    void aChangedFileThatHasItsSizeAndTimeAgainIsNotVerifiedBeforeItIsRead() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE));
        Holding changed = after(verified, look(LATER));
        Holding back = after(changed, look(MODIFIED));
        assertThat(back.state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(back.digests()).isEqualTo(verified.digests());
        assertThat(after(back, look(MODIFIED))).isEqualTo(back);
        assertThat(HoldingRules.unmarked(back.in(HoldingState.SUPERSEDED, NOW)))
                .as("a mark that is lifted does not verify it")
                .isEqualTo(HoldingState.UNVERIFIED);
        assertThat(after(back, event(HoldingEvent.READ, 10, MODIFIED, read(1))).state())
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(after(back, event(HoldingEvent.READ, 10, MODIFIED, read(2))).state())
                .isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    @Tag("H1")
    void onlyAPersonMakesChangedBytesANewHoldingAndTheOldEvidenceGoesToTheHistory() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE));
        Holding changed = after(verified, look(LATER));
        After accepted = HoldingRules.decide(changed, event(HoldingEvent.ACCEPTED, 10, LATER), NOW);
        Holding now = Objects.requireNonNull(accepted.holding());
        assertThat(now.state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(now.digests()).isEmpty();
        assertThat(now.seen()).isNull();
        assertThat(now.modified()).isEqualTo(LATER);
        HistoryEntry entry = accepted.history().get(0);
        assertThat(entry.event()).isEqualTo(HistoryEvent.ACCEPTED);
        assertThat(entry.by()).isEqualTo("ann");
        assertThat(entry.reason()).startsWith("because");
        assertThat(entry.before().digests()).isEqualTo(verified.digests());
        assertThat(after(verified, event(HoldingEvent.ACCEPTED, 10, MODIFIED)))
                .as("nothing to accept")
                .isSameAs(verified);
        Holding damaged = known(HoldingState.DAMAGED, digest(1, DigestOrigin.STREAM, BEFORE));
        assertThat(after(damaged, event(HoldingEvent.ACCEPTED, 10, MODIFIED)))
                .as("damage that a look does not see is not accepted")
                .isSameAs(damaged);
    }

    // ---- listed ----

    @Test
    void thatAListStillSaysTheSameIsNoNews() {
        Holding listed = known(HoldingState.UNVERIFIED, digest(1, DigestOrigin.LISTED, BEFORE));
        assertThat(after(listed, event(HoldingEvent.LISTED, 10, MODIFIED, digest(1, DigestOrigin.LISTED, NOW))))
                .isEqualTo(listed);
    }

    @Test
    @Tag("H4")
    void aListThatContradictsBytesThatNobodyVouchesForSaysDamage() {
        HoldingNotice list = event(HoldingEvent.LISTED, 10, MODIFIED, digest(2, DigestOrigin.LISTED, NOW));
        assertThat(after(known(HoldingState.READ, read(1)), list).state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(after(known(HoldingState.READ, digest(1, DigestOrigin.RECEIVED, BEFORE)), list)
                        .state())
                .isEqualTo(HoldingState.DAMAGED);
        assertThat(after(known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE)), list)
                        .state())
                .as("a source vouched for them")
                .isEqualTo(HoldingState.DISPUTED);
        HoldingNotice otherSize =
                event(HoldingEvent.LISTED_OTHER_SIZE, 10, MODIFIED, digest(2, DigestOrigin.LISTED, NOW));
        assertThat(after(null, otherSize).state()).isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    @Tag("H4")
    void aListConfirmsTheEvidenceOfAChangedFileAndItStaysChanged() {
        Holding changed = after(known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE)), look(LATER));
        Holding listed =
                after(changed, event(HoldingEvent.LISTED_OTHER_SIZE, 9, LATER, digest(1, DigestOrigin.LISTED, NOW)));
        assertThat(listed.state()).isEqualTo(HoldingState.CHANGED);
        assertThat(listed.digests()).contains(digest(1, DigestOrigin.STREAM, BEFORE));
        assertThat(listed.digests()).contains(digest(1, DigestOrigin.LISTED, NOW));
    }

    @Test
    @Tag("H2")
    void aListThatSaysWhatWasReadVouchesForIt() {
        Holding read = known(HoldingState.READ, read(1));
        Holding listed = after(read, event(HoldingEvent.LISTED, 10, MODIFIED, digest(1, DigestOrigin.LISTED, NOW)));
        assertThat(listed.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(listed.digests()).anyMatch(digest -> digest.origin() == DigestOrigin.PUBLISHED);
    }

    @Test
    void listThatNowSaysAnotherDigestIsNewsAndTheFormerOneIsInTheHistory() {
        Holding known = known(HoldingState.UNVERIFIED, digest(1, DigestOrigin.LISTED, BEFORE));
        HoldingNotice other = event(HoldingEvent.LISTED, 10, MODIFIED, digest(2, DigestOrigin.LISTED, NOW));
        assertThat(after(known, other).digests()).containsExactly(digest(2, DigestOrigin.LISTED, NOW));
        assertThat(history(known, other)).containsExactly(HistoryEvent.LISTED_ANEW);
    }

    // ---- read ----

    @Test
    @Tag("H2")
    void readingAloneNeverVerifies() {
        Holding unverified = known(HoldingState.UNVERIFIED);
        Holding once = after(unverified, event(HoldingEvent.READ, 10, MODIFIED, read(1)));
        assertThat(once.state()).isEqualTo(HoldingState.READ);
        assertThat(after(once, event(HoldingEvent.READ, 10, MODIFIED, read(1))).state())
                .isEqualTo(HoldingState.READ);
        assertThat(after(null, event(HoldingEvent.READ, 10, MODIFIED, read(1))).state())
                .isEqualTo(HoldingState.READ);
    }

    @Test
    @Tag("H2")
    void changedBytesThatAreReadAreDamagedOrRightByTheEvidenceAndNothingElse() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE));
        Holding changed = after(verified, event(HoldingEvent.LOOKED_AT, 11, LATER));
        Holding damaged = after(changed, event(HoldingEvent.READ, 11, LATER, read(2)));
        assertThat(damaged.state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(damaged.digests()).as("what it should have").isEqualTo(verified.digests());
        assertThat(damaged.size()).isEqualTo(10);
        assertThat(after(damaged, event(HoldingEvent.READ, 11, LATER, read(2))).state())
                .as("reading it twice does not mend it")
                .isEqualTo(HoldingState.DAMAGED);
        assertThat(after(damaged, look(MODIFIED)).state()).as("nor does a look").isEqualTo(HoldingState.DAMAGED);
        Holding touched = after(changed, event(HoldingEvent.READ, 10, LATER, read(1)));
        assertThat(touched.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(touched.modified()).as("the same bytes with a new time").isEqualTo(LATER);
        assertThat(touched.seen()).isNull();
        assertThat(touched.inode()).isEqualTo(8);
    }

    @Test
    void changedBytesThatAListSaysAreVerifiedAndTheOldEvidenceGoesToTheHistory() {
        Holding verified = known(
                HoldingState.CHANGED, digest(1, DigestOrigin.STREAM, BEFORE), digest(2, DigestOrigin.LISTED, BEFORE));
        HoldingNotice seen = event(HoldingEvent.READ, 11, LATER, read(2));
        Holding after = after(verified, seen);
        assertThat(after.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(after.digests()).noneMatch(digest -> digest.origin() == DigestOrigin.STREAM);
        assertThat(history(verified, seen)).containsExactly(HistoryEvent.AS_LISTED);
    }

    @Test
    void readBytesThatAListContradictsAreDisputedOnlyIfASourceVouchedForThem() {
        Holding vouched = known(
                HoldingState.DISPUTED, digest(1, DigestOrigin.STREAM, BEFORE), digest(2, DigestOrigin.LISTED, BEFORE));
        assertThat(after(vouched, event(HoldingEvent.READ, 10, MODIFIED, read(1)))
                        .state())
                .isEqualTo(HoldingState.DISPUTED);
        Holding listed = known(HoldingState.UNVERIFIED, digest(2, DigestOrigin.LISTED, BEFORE));
        Holding damaged = after(listed, event(HoldingEvent.READ, 10, MODIFIED, read(1)));
        assertThat(damaged.state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(damaged.digests()).as("only what it should have").isEqualTo(listed.digests());
    }

    @Test
    void digestOfAnotherAlgorithmSaysNothingAboutTheBytesBefore() {
        HoldingDigest own = digest(1, DigestOrigin.READBACK, BEFORE);
        HoldingDigest md5 =
                new HoldingDigest(new Checksum(ChecksumAlgorithm.MD5, new byte[16]), DigestOrigin.READ, NOW);
        Holding known = known(HoldingState.VERIFIED, own);
        Holding after = after(known, event(HoldingEvent.READ, 10, MODIFIED, md5));
        assertThat(after.digests()).containsExactly(own, md5);
        assertThat(after.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(after(known, event(HoldingEvent.READ, 11, MODIFIED, md5)).state())
                .as("of another size, and the evidence is not compared")
                .isEqualTo(HoldingState.CHANGED);
    }

    @Test
    void sameDigestComputedAgainKeepsTheOthersAndHasTheNewTime() {
        HoldingDigest readback = digest(1, DigestOrigin.READBACK, BEFORE);
        Holding known = known(HoldingState.VERIFIED, readback, digest(1, DigestOrigin.READ, BEFORE));
        Holding after = after(known, event(HoldingEvent.READ, 10, MODIFIED, read(1)));
        assertThat(after.digests()).containsExactly(readback, read(1));
        assertThat(after.since()).isEqualTo(BEFORE);
        assertThat(after.checkedAt()).isEqualTo(NOW);
    }

    @Test
    void digestThatAPersonAcceptedIsNoContradiction() {
        HoldingDigest accepted = digest(2, DigestOrigin.ACCEPTED, BEFORE);
        Holding held = known(HoldingState.DISPUTED, digest(1, DigestOrigin.LISTED, BEFORE), accepted);
        assertThat(after(held, event(HoldingEvent.READ, 10, MODIFIED, read(2))).state())
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(HoldingEvidence.isAccepted(held.digests(), read(2).digest())).isTrue();
        assertThat(HoldingEvidence.isAccepted(held.digests(), read(1).digest()))
                .as("what a list says was not accepted")
                .isFalse();
    }

    // ---- transferred ----

    @Test
    @Tag("H2")
    void whatAnUnvouchedSourceSentIsReadAndWhatASiteSentIsVerified() {
        assertThat(after(null, event(HoldingEvent.TRANSFERRED, 10, MODIFIED, digest(1, DigestOrigin.RECEIVED, NOW)))
                        .state())
                .isEqualTo(HoldingState.READ);
        assertThat(after(null, event(HoldingEvent.TRANSFERRED, 10, MODIFIED, digest(1, DigestOrigin.STREAM, NOW)))
                        .state())
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(history(null, event(HoldingEvent.TRANSFERRED, 10, MODIFIED, digest(1, DigestOrigin.STREAM, NOW))))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = HoldingState.class,
            names = {"VERIFIED", "CHANGED", "DAMAGED", "MISSING", "READ"})
    void aFileThatAJobWritesAnewHasItsEvidenceAloneAndTheFormerIsInTheHistory(HoldingState state) {
        Holding held = known(state, digest(1, DigestOrigin.READBACK, BEFORE));
        HoldingNotice written = event(HoldingEvent.TRANSFERRED, 11, LATER, digest(2, DigestOrigin.STREAM, NOW));
        Holding after = after(held, written);
        assertThat(after.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(after.digests()).containsExactly(digest(2, DigestOrigin.STREAM, NOW));
        assertThat(after.size()).isEqualTo(11);
        assertThat(history(held, written)).containsExactly(HistoryEvent.REPLACED);
    }

    @Test
    void aRepairedFileKeepsWhatWasKnownOfItsBytes() {
        Holding damaged = known(HoldingState.DAMAGED, digest(1, DigestOrigin.READBACK, BEFORE));
        HoldingNotice written = event(HoldingEvent.TRANSFERRED, 10, LATER, digest(1, DigestOrigin.STREAM, NOW));
        assertThat(after(damaged, written).digests()).hasSize(2);
        assertThat(history(damaged, written)).containsExactly(HistoryEvent.RIGHT_AGAIN);
    }

    // ---- gone ----

    @Test
    @Tag("H5")
    void aFileThatIsGoneIsMissingAtOnceWhereItsDirectoryIsThere() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE));
        Holding missing = after(verified, event(HoldingEvent.GONE, 10, MODIFIED));
        assertThat(missing.state()).isEqualTo(HoldingState.MISSING);
        assertThat(missing.checkedAt()).isEqualTo(NOW);
        assertThat(history(verified, event(HoldingEvent.GONE, 10, MODIFIED))).containsExactly(HistoryEvent.MISSING);
        assertThat(after(missing, look(MODIFIED)).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(after(missing, look(LATER)).state()).isEqualTo(HoldingState.CHANGED);
        assertThat(after(known(HoldingState.DAMAGED), event(HoldingEvent.GONE, 10, MODIFIED))
                        .state())
                .as("what comes back may be the same bytes")
                .isEqualTo(HoldingState.DAMAGED);
        assertThat(HoldingRules.decide(null, event(HoldingEvent.GONE, 10, MODIFIED), NOW)
                        .holding())
                .as("nothing is held, and nothing is missing")
                .isNull();
    }

    @Test
    @Tag("H5")
    void aFileWhoseDirectoryIsGoneTooIsMissingWithTheSecondLookOnly() {
        Holding verified = known(HoldingState.VERIFIED, digest(1, DigestOrigin.STREAM, BEFORE));
        HoldingNotice perhaps = event(HoldingEvent.GONE_PERHAPS, 10, MODIFIED);
        Holding once = after(verified, perhaps);
        assertThat(once.state()).isEqualTo(HoldingState.VERIFIED);
        Instant soon = NOW.plus(HoldingRules.SECOND_LOOK_AFTER).minus(Duration.ofSeconds(1));
        assertThat(HoldingRules.decide(once, perhaps, soon).holding()).isEqualTo(once);
        Instant later = NOW.plus(HoldingRules.SECOND_LOOK_AFTER);
        assertThat(Objects.requireNonNull(
                                HoldingRules.decide(once, perhaps, later).holding())
                        .state())
                .isEqualTo(HoldingState.MISSING);
        assertThat(after(once, look(MODIFIED)))
                .as("mounted again, and nothing is said against it")
                .isEqualTo(verified);
    }

    // ---- marks, disputes ----

    @Test
    void whatIsSaidOfItsDatasetIsNoNewsAndTheEvidenceGivesTheState() {
        Holding retracted = known(HoldingState.RETRACTED, digest(1, DigestOrigin.LISTED, BEFORE));
        assertThat(after(retracted, look(MODIFIED))).isSameAs(retracted);
        assertThat(after(retracted, look(LATER)).state())
                .as("a mark does not hide that it changed")
                .isEqualTo(HoldingState.CHANGED);
        assertThat(after(retracted, event(HoldingEvent.READ, 10, MODIFIED, read(1)))
                        .state())
                .isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    @Tag("H2")
    void markedHoldingIsVerifiedBelowItsMarkOnlyByADigestThatSomebodyVouchesFor() {
        HoldingDigest own = digest(1, DigestOrigin.READ, BEFORE);
        HoldingDigest listed = digest(1, DigestOrigin.LISTED, BEFORE);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, digest(1, DigestOrigin.STREAM, BEFORE))))
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, own, listed)))
                .isEqualTo(HoldingState.VERIFIED);
        assertThat(HoldingRules.unmarked(known(HoldingState.SUPERSEDED, own))).isEqualTo(HoldingState.READ);
        assertThat(HoldingRules.unmarked(known(HoldingState.RETRACTED, listed))).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(HoldingRules.unmarked(known(HoldingState.DAMAGED, own))).isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    void bytesInQuarantineAreDisputedThoughNoDigestContradicts() {
        assertThat(after(null, event(HoldingEvent.DISPUTED, 10, MODIFIED)).state())
                .isEqualTo(HoldingState.DISPUTED);
    }
}
