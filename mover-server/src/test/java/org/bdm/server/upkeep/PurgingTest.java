package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.upkeep.ArchiveSite.MASTER;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeDataset;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.catalog.site.AuditEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PurgingTest {
    private ArchiveSite site;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** The old version is held, and the new one, complete and verified. */
    private void supersede() {
        site.hold(OLD, "a.nc", "b.nc");
        site.publish(OLD, false, "a.nc", "b.nc");
        site.hold(NEW, "a.nc", "c.nc");
        site.publish(NEW, false, "a.nc", "c.nc");
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .rootCause()
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
    }

    private static void assertEnds(PurgePlan plan, long removed, long kept) {
        assertThat(plan.state()).isEqualTo(PurgeState.APPLIED);
        assertThat(plan.application().removedFiles()).isEqualTo(removed);
        assertThat(plan.application().keptFiles()).isEqualTo(kept);
    }

    private String reason(PurgePlan plan, String name) {
        return site.files(plan).stream()
                .filter(file -> file.path().name().shown().equals(name))
                .filter(file -> file.outcome() == PurgeOutcome.KEPT)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " was not kept"))
                .text();
    }

    @Test
    void aPlanListsWhatIsMarkedWithWhatTakesItsPlaceAndTouchesNothing() {
        supersede();
        site.hold(MASTER + "x.v1", "d.nc");
        site.publish(MASTER + "x.v1", true, "d.nc");
        site.hold(MASTER + "y.v1", "e.nc");
        PurgePlan plan = site.plan(false);

        assertThat(plan.amount()).isEqualTo(new PurgePlan.Amount(2, 3, 12));
        assertThat(plan.expiresAt()).isEqualTo(plan.createdAt().plus(Duration.ofDays(7)));
        List<PurgeDataset> datasets = site.catalog.purges().datasets(plan.number(), 0, 10);
        assertThat(datasets)
                .extracting(PurgeDataset::instanceId, PurgeDataset::state, PurgeDataset::newer, PurgeDataset::newerHeld)
                .containsExactly(
                        tuple(OLD, HoldingState.SUPERSEDED, NEW, 2),
                        tuple(MASTER + "x.v1", HoldingState.RETRACTED, null, 0));
        assertThat(datasets.get(0).newerWeakest()).isEqualTo(DigestOrigin.PUBLISHED);
        assertThat(datasets.get(0).elsewhere()).isEqualTo("a.org");
        assertThat(site.on(path(OLD, "a.nc"))).exists();
    }

    @Test
    void whatIsAppliedIsRemovedAndForgottenAndNothingElse() {
        supersede();
        PurgePlan plan = site.plan(false);
        PurgePlan ended = site.apply(plan);
        assertEnds(ended, 2, 0);
        assertThat(ended.application().removedBytes()).isEqualTo(8);
        assertThat(site.on(path(OLD, "a.nc"))).doesNotExist();
        assertThat(site.on(path(OLD, "b.nc"))).doesNotExist();
        assertThat(site.on(path(NEW, "a.nc"))).hasContent("a.nc");
        assertThat(site.state(OLD, "a.nc")).isNull();
        assertThat(site.state(NEW, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(site.mark(OLD)).isEmpty();
        assertThat(site.store.quarantine().names()).isEmpty();
        assertThat(site.events()).contains("PURGE_APPLIED");
        await().untilAsserted(() -> assertThat(site.catalog.audit().after(0, 100)) // written after the plan has ended
                .filteredOn(line -> line.object().equals("purge-1"))
                .extracting(AuditEntry::actor, AuditEntry::detail)
                .containsExactly(tuple("bob", "2 files with 8 bytes removed, 0 kept")));
        assertThat(site.apply(plan)).as("applied again").isEqualTo(ended);
    }

    @Test
    void whatChangedSinceThePlanWasMadeIsKeptWithTheReason() throws IOException {
        supersede();
        site.hold(MASTER + "x.v1", "d.nc", "e.nc", "f.nc");
        site.publish(MASTER + "x.v1", true, "d.nc");
        PurgePlan plan = site.plan(false);
        Files.setLastModifiedTime(site.on(path(OLD, "a.nc")), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        site.write(path(MASTER + "x.v1", "d.nc"), "something else");
        Files.delete(site.on(path(MASTER + "x.v1", "e.nc")));
        site.catalog
                .holdings()
                .forget(ArchiveSite.IN, List.of(StorePath.ofUtf8(path(MASTER + "x.v1", "f.nc"))))
                .join();

        assertEnds(site.apply(plan), 1, 4);
        assertThat(reason(plan, "a.nc")).contains("another size or time on disk");
        assertThat(reason(plan, "d.nc")).contains("another size or time on disk");
        assertThat(reason(plan, "e.nc")).contains("is not on disk");
        assertThat(reason(plan, "f.nc")).contains("is no longer a holding");
        assertThat(site.on(path(MASTER + "x.v1", "d.nc"))).hasContent("something else");
        assertThat(site.on(path(MASTER + "x.v1", "f.nc"))).exists();
    }

    @Test
    void nothingIsRemovedWhenTheReasonIsGone() {
        supersede();
        site.hold(MASTER + "x.v1", "d.nc");
        site.publish(MASTER + "x.v1", true, "d.nc");
        PurgePlan plan = site.plan(false);
        site.publish(NEW, true, "a.nc", "c.nc");
        site.publish(MASTER + "x.v1", false, "d.nc");
        assertEnds(site.apply(plan), 0, 3);
        assertThat(reason(plan, "d.nc")).isEqualTo("nothing is said against its dataset any more");
        assertThat(site.on(path(OLD, "a.nc"))).exists();
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void nothingIsRemovedWhenTheNewVersionIsNotReallyThere() throws IOException {
        supersede();
        PurgePlan plan = site.plan(false);
        Files.delete(site.on(path(NEW, "c.nc")));
        assertEnds(site.apply(plan), 0, 2);
        assertThat(reason(plan, "a.nc")).contains("v20200101/c.nc", "is not on disk as it was verified");
    }

    @Test
    void anOldVersionWhoseNewOneIsNotHereGoesOnlyIfThatWasSaid() {
        site.hold(OLD, "a.nc");
        site.publish(NEW, false, "a.nc");
        assertThat(site.plan(false).amount().files()).isZero();
        PurgePlan plan = site.plan(true);
        assertThat(plan.amount().files()).isEqualTo(1);
        assertEnds(site.apply(plan), 1, 0);
        assertThat(site.on(path(OLD, "a.nc"))).doesNotExist();
    }

    @Test
    void whatLinksOfOtherVersionsLeadToStays() {
        site.hold(OLD, "a.nc", "b.nc", "free.nc");
        site.publish(OLD, false, "a.nc");
        site.link(path(NEW, "a.nc"), "../v20190101/a.nc");
        site.take(NEW, "a.nc");
        site.publish(NEW, false, "a.nc");
        site.confirm(NEW);
        site.link(path(MASTER + ".v20190601", "b.nc"), "../v20190101/b.nc"); // nobody holds it
        PurgePlan plan = site.plan(false);
        assertEnds(site.apply(plan), 1, 2);
        assertThat(reason(plan, "a.nc")).isEqualTo("a symbolic link of another version leads to it");
        assertThat(reason(plan, "b.nc")).isEqualTo("a symbolic link of another version leads to it");
        assertThat(site.on(path(NEW, "a.nc"))).hasContent("a.nc");
    }

    @Test
    void ofALinkTheLinkGoesAndWhatItLeadsToStays() {
        String real = MASTER.replace('.', '/') + "/files/d20190101/a.nc";
        site.write(real, "a.nc");
        site.link(path(OLD, "a.nc"), "../files/d20190101/a.nc");
        site.link(path(NEW, "a.nc"), "../files/d20190101/a.nc");
        site.take(OLD, "a.nc");
        site.take(NEW, "a.nc");
        site.publish(NEW, false, "a.nc");
        assertEnds(site.apply(site.plan(false)), 1, 0);
        assertThat(site.on(path(OLD, "a.nc"))).doesNotExist();
        assertThat(site.on(path(NEW, "a.nc"))).hasContent("a.nc");
        assertThat(site.on(real)).hasContent("a.nc");
    }

    @Test
    void aFileWithAnotherNameKeepsItsBytesUnderThatName() throws IOException {
        site.hold(OLD, "a.nc");
        site.publish(OLD, false, "a.nc");
        Files.createDirectories(site.on(path(NEW, "a.nc")).getParent());
        Files.createLink(site.on(path(NEW, "a.nc")), site.on(path(OLD, "a.nc")));
        site.take(NEW, "a.nc");
        site.publish(NEW, false, "a.nc");
        assertEnds(site.apply(site.plan(false)), 1, 0);
        assertThat(site.on(path(NEW, "a.nc"))).hasContent("a.nc");
    }

    /** What a crash leaves when a file was taken. */
    private void takeAsIfKilled(PurgePlan plan, PurgeFile file) {
        String name = plan.quarantinePrefix() + file.number();
        site.store
                .quarantine()
                .keep(file.path(), site.store.status(file.path()).orElseThrow().version(), name);
    }

    @Test
    void afterACrashAnywhereTheNextRunEndsWhatWasBegun() {
        supersede();
        PurgePlan plan = site.plan(false);
        List<PurgeFile> files = site.files(plan);
        site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()).join();
        takeAsIfKilled(plan, files.get(0));
        site.restart();
        PurgePlan ended = site.applied(plan);
        assertEnds(ended, 2, 0);
        assertThat(site.store.quarantine().names()).isEmpty();
        assertThat(site.on(path(OLD, "a.nc"))).doesNotExist();
    }

    @Test
    void whatWasTakenInPlaceOfAPlannedFileBeforeACrashComesBack() {
        supersede();
        PurgePlan plan = site.plan(false);
        site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()).join();
        site.write(path(OLD, "a.nc"), "what somebody put there meanwhile");
        takeAsIfKilled(plan, site.files(plan).get(0));
        site.restart();
        PurgePlan ended = site.applied(plan);
        assertEnds(ended, 1, 1);
        assertThat(reason(ended, "a.nc")).contains("was replaced");
        assertThat(site.on(path(OLD, "a.nc"))).hasContent("what somebody put there meanwhile");
        assertThat(site.store.quarantine().names()).isEmpty();
    }

    @Test
    void whatWasTakenBeforeACrashComesBackWhenTheReasonIsGone() {
        supersede();
        PurgePlan plan = site.plan(false);
        site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()).join();
        takeAsIfKilled(plan, site.files(plan).get(0));
        site.publish(NEW, true, "a.nc", "c.nc");
        site.restart();
        assertEnds(site.applied(plan), 0, 2);
        assertThat(site.on(path(OLD, "a.nc"))).hasContent("a.nc");
        assertThat(site.store.quarantine().names()).isEmpty();
    }

    @Test
    void whatWasWrittenBeforeACrashIsDeletedAfterIt() {
        supersede();
        PurgePlan plan = site.plan(false);
        PurgeFile first = site.files(plan).get(0);
        site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()).join();
        takeAsIfKilled(plan, first);
        site.catalog
                .purges()
                .settle(plan.number(), List.of(first.ended(PurgeOutcome.REMOVED, "")))
                .join();
        site.restart();
        assertEnds(site.applied(plan), 2, 0);
        assertThat(site.store.quarantine().names()).isEmpty();
    }

    @Test
    void onlyAPlanThatIsOpenAndNotTooOldIsApplied() {
        supersede();
        PurgePlan discarded = site.plan(false);
        site.catalog.purges().discard(discarded.number()).join();
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> site.purging.apply(discarded.number(), "bob", null).join());
        PurgePlan old = site.plan(false);
        site.clock.turn(Duration.ofDays(8));
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> site.purging.apply(old.number(), "bob", null).join());
        assertRefused(
                ErrorCode.NOT_FOUND, () -> site.purging.apply(99, "bob", null).join());
        assertThat(site.on(path(OLD, "a.nc"))).exists();
    }

    @Test
    void aPlanThatWasBeingMadeWhenTheProcessEndedHasFailed() {
        PurgePlan begun = site.catalog
                .purges()
                .begin("ann", "all", false, Duration.ofDays(7), 10)
                .join();
        site.restart();
        assertThat(site.catalog.purges().find(begun.number()).orElseThrow().state())
                .isEqualTo(PurgeState.FAILED);
    }
}
