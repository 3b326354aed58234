package org.bdm.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.removal.Mirror;
import org.bdm.server.catalog.removal.MirrorState;
import org.bdm.server.catalog.removal.PurgeCaution;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the source of a mirror no longer has is planned, reviewed, and moved into the quarantine; never on less than a whole listing. */
class MirrorPlansTest extends MirrorScene {
    private static final List<String> ALL = List.of("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");

    @Test
    void whatTheSourceNoLongerHasIsPlannedMovedIntoTheQuarantineAndRestored() {
        assertThat(compared(mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc")).state())
                .isEqualTo(MirrorState.NOT_NEEDED);
        JobId job = mirrored("a.nc", "c.nc", "f.nc");
        assertThat(ALL).as("a job deletes nothing").allMatch(this::isThere);
        PurgePlan plan = planned(job);
        assertThat(plan.amount().files()).isEqualTo(2);
        assertThat(plan.selection()).contains("no longer has it: mirror " + job);
        assertThat(plan.mirror()).isEqualTo(new PurgePlan.MirroredTree(job, 5));
        assertThat(site.catalog.mirrors().largest(plan.number()))
                .extracting(largest -> largest.path().shown())
                .containsExactlyInAnyOrder("tree", "tree/d");

        PurgePlan ended = applied(plan);
        assertThat(ended.application().removedFiles()).isEqualTo(2);
        assertThat(isThere("b.nc") || isThere("d/e.nc")).isFalse();
        assertThat(isThere("a.nc") && isThere("c.nc") && isThere("f.nc")).isTrue();
        assertThat(outcomes(plan).values()).containsOnly(PurgeOutcome.QUARANTINED);
        assertThat(site.destination.quarantine().names()).hasSize(2);
        assertThat(site.catalog.holdings().find(IN, List.of(at("b.nc")))).isEmpty();

        put(at("b.nc"), 3, Instant.EPOCH);
        Durable.await(purging.restore(plan.number()));
        assertThat(when(plan, PurgeState.PARTLY_RESTORED).application().removedFiles())
                .isEqualTo(1);
        assertThat(outcomes(plan)).isEqualTo(Map.of("b.nc", PurgeOutcome.QUARANTINED, "d/e.nc", PurgeOutcome.RESTORED));
        assertThat(isThere("d/e.nc")).isTrue();
        Durable.await(purging.empty(plan.number()));
        when(plan, PurgeState.EMPTIED);
        assertThat(outcomes(plan)).isEqualTo(Map.of("b.nc", PurgeOutcome.REMOVED, "d/e.nc", PurgeOutcome.RESTORED));
        assertThat(site.destination.quarantine().names()).isEmpty();
        assertRefused(ErrorCode.ILLEGAL_STATE, "EMPTIED", () -> Durable.await(purging.restore(plan.number())));
    }

    @Test
    void aDirectoryThatCannotBeListedPlansNothing() {
        mirrored("a.nc", "d/e.nc");
        JobId job = mirrored(
                mirroring(), tree(List.of("a.nc")).unlistable("d", ErrorCode.SOURCE_UNREADABLE), JobState.PARTIAL);
        purging.look();
        assertThat(site.catalog.mirrors().find(job)).isEmpty();
    }

    @Test
    void anExportThatVanishedPlansNothing() {
        mirrored("a.nc", "b.nc");
        site.sources.refuse(new MoverException(ErrorCode.UNKNOWN_EXPORT, "there is no export 'data'"));
        JobId job = mirrored(mirroring(), new TestTree(), JobState.FAILED);
        purging.look();
        assertThat(site.catalog.mirrors().find(job)).isEmpty();
    }

    @Test
    void anEmptyListingPlansNothing() {
        mirrored("a.nc", "b.nc");
        Mirror mirror = compared(mirrored());
        assertThat(mirror.state()).isEqualTo(MirrorState.NOT_MADE);
        assertThat(mirror.text()).contains("no file at all");
        assertThat(isThere("a.nc")).isTrue();
    }

    @Test
    void aRetryOfAMirrorKnowsOnlyWhatFailedAndIsNoMirror() {
        mirrored("a.nc", "b.nc", "c.nc");
        JobRequest was = site.job(mirrored("a.nc", "b.nc", "c.nc")).request();
        JobRequest retry = new JobRequest(
                JobKind.BATCH, "ann", "", 3, 0, was.kept(), was.source(), was.destination(), new JobId(1));
        SubmittedItem item = new SubmittedItem("bdm://a/data/a.nc", "bdm://b/in/tree/a.nc", false, 1, List.of());
        JobId job = site.catalog
                .submissions()
                .submit(retry, List.of(item), null)
                .join()
                .job();
        site.scheduler.wake();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.catalog.mirrors().find(job)).isEmpty();
    }

    @Test
    void aFileThatChangedSinceThePlanIsKept() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan plan = planned(mirrored("a.nc", "c.nc", "f.nc"));
        put(at("b.nc"), 1, Instant.EPOCH);
        put(at("d/e.nc"), 2, TestTree.MODIFIED);
        assertThat(applied(plan).application().keptFiles()).isEqualTo(2);
        assertThat(isThere("b.nc") && isThere("d/e.nc")).isTrue();
        assertThat(site.destination.quarantine().names()).isEmpty();
    }

    @Test
    void aFileThatALaterJobListedIsKeptThoughItLooksAsPlanned() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan plan = planned(mirrored("a.nc", "c.nc", "f.nc"));
        mirrored(new TestSite.Options(), tree(List.of("b.nc")), JobState.SUCCEEDED);
        applied(plan);
        assertThat(outcomes(plan)).isEqualTo(Map.of("b.nc", PurgeOutcome.KEPT, "d/e.nc", PurgeOutcome.QUARANTINED));
        assertThat(isThere("b.nc")).isTrue();
    }

    @Test
    void nothingIsRemovedWhileAnotherJobWritesToTheSamePlace() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan plan = planned(mirrored("a.nc", "c.nc", "f.nc"));
        site.sessions.ends(entry -> null);
        site.sources.show("a", tree(List.of("g.nc")));
        JobId writer = site.submitTree();
        site.when(writer, JobState.ACTIVE);
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                writer + " writes to the same place",
                () -> Durable.await(purging.apply(plan.number(), "bob", null)));
        // As when it is submitted just after that look.
        Durable.await(site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()));
        purging.look();
        assertThat(when(plan, PurgeState.APPLIED).application().keptFiles()).isEqualTo(2);
        assertThat(ALL).allMatch(this::isThere);
    }

    @Test
    void aProcessThatDiesBetweenTheEndOfTheJobAndThePlanMakesItOnceWithTheNextStart() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        JobId job = mirrored("a.nc", "c.nc", "f.nc");
        purging.close();
        site.crashAndStart();
        // The next process dies while it makes the plan.
        PurgePlan begun = Durable.await(site.catalog.mirrors().begin(job, "ann", "why", Duration.ofDays(7), 20))
                .orElseThrow();
        FileStatus status = site.destination.status(at("a.nc")).orElseThrow();
        PurgeFile wrong =
                new PurgeFile(1, 0, IN, at("a.nc"), 1, status.version().modified(), PurgeOutcome.PENDING, "", 0);
        Durable.await(site.catalog.mirrors().add(begun.number(), List.of(wrong)));
        site.crashAndStart();
        purging = purging();
        purging.start();
        PurgePlan plan = planned(job);
        assertThat(plan.number()).isEqualTo(begun.number());
        assertThat(plan.amount()).isEqualTo(new PurgePlan.Amount(0, 2, 2));
        assertThat(outcomes(plan).keySet()).containsExactly("b.nc", "d/e.nc");
        purging.look();
        assertThat(site.catalog.purges().page(null, 10).rows())
                .filteredOn(any -> any.mirrorJob().equals(job))
                .hasSize(1);
    }

    @Test
    void aProcessThatDiesWhileItAppliesEndsWhatItBegan() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan plan = planned(mirrored("a.nc", "c.nc", "f.nc"));
        FileStatus there = site.destination.status(at("b.nc")).orElseThrow();
        site.destination.quarantine().keep(at("b.nc"), there.version(), plan.quarantinePrefix() + 1);
        Durable.await(site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()));
        purging.close();
        purging = purging();
        purging.start();
        assertThat(when(plan, PurgeState.APPLIED).application().removedFiles()).isEqualTo(2);
        assertThat(outcomes(plan).values()).containsOnly(PurgeOutcome.QUARANTINED);
    }

    @Test
    void aPlanOfMostOfTheDestinationNeedsItsNumber() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan plan = planned(mirrored("a.nc", "c.nc"));
        assertThat(plan.takesMost()).isTrue();
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                "--confirm-count 3",
                () -> Durable.await(purging.apply(plan.number(), "bob", null)));
        assertRefused(ErrorCode.INVALID_REQUEST, "not 2", () -> Durable.await(purging.apply(plan.number(), "bob", 2L)));
        Durable.await(purging.apply(plan.number(), "bob", 3L));
        assertThat(when(plan, PurgeState.APPLIED).application().removedFiles()).isEqualTo(3);
    }

    @Test
    void filesThatTheGlobsLeaveOutAreNeverTouched() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        for (String name : List.of("notes.txt", "d/x.tmp")) put(at(name), 1, Instant.EPOCH);
        TestSite.Options options = mirroring();
        options.exclude = List.of("*.tmp", "notes.txt", "d");
        PurgePlan plan = planned(mirrored(options, tree(List.of("a.nc", "c.nc", "f.nc")), JobState.SUCCEEDED));
        assertThat(outcomes(plan).keySet()).containsExactly("b.nc");
        assertThat(plan.mirror().destinationFiles()).isEqualTo(4);
    }

    @Test
    void aLongListingIsComparedInSeveralRounds() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        JobId job = mirrored("a.nc", "c.nc", "f.nc");
        PurgePlan begun = Durable.await(site.catalog.mirrors().begin(job, "ann", "why", Duration.ofDays(7), 20))
                .orElseThrow();
        new MirrorPlanning(site.catalog, site.exports, site.stores(), begun, 2, () -> true).run();
        PurgePlan plan = planned(job);
        assertThat(outcomes(plan).keySet()).containsExactly("b.nc", "d/e.nc");
        assertThat(plan.mirror().destinationFiles()).isEqualTo(5);
    }

    @Test
    void aNewerMirrorDiscardsThePlanOfAnOlderOne() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan older = planned(mirrored("a.nc", "c.nc", "d/e.nc", "f.nc"));
        PurgePlan newer = planned(mirrored("a.nc", "c.nc", "f.nc"));
        when(older, PurgeState.DISCARDED);
        assertThat(site.catalog.mirrors().open(10))
                .extracting(PurgePlan::number)
                .containsExactly(newer.number());
        assertThat(compared(mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc")).state())
                .isEqualTo(MirrorState.NOT_NEEDED);
        assertThat(site.catalog.mirrors().open(10)).isEmpty();
    }

    @Tag("T2")
    @Test
    void aDirectoryThatListsAsEmptyIsNamedAndThePlanNeedsItsNumber() {
        List<String> a = IntStream.range(0, 6).mapToObj(at -> "A/" + at + ".nc").toList();
        List<String> all = new ArrayList<>(a);
        all.addAll(List.of("B/x/1.nc", "B/x/2.nc", "B/3.nc"));
        mirrored(all.toArray(String[]::new));
        TestTree unmounted = tree(a).directory("B");
        PurgePlan plan = planned(mirrored(mirroring(), unmounted, JobState.SUCCEEDED));
        assertThat(plan.takesMost()).isFalse();
        assertThat(site.catalog.mirrors().cautions(plan.number()))
                .containsExactly(new PurgeCaution(at("B"), PurgeCaution.Kind.EMPTIED, 3, 3));
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                "tree/B had 3 files and lists as empty now",
                () -> Durable.await(purging.apply(plan.number(), "bob", null)));
        Durable.await(purging.apply(plan.number(), "bob", 3L));
        when(plan, PurgeState.APPLIED);
    }

    @Tag("T2")
    @Test
    void aDirectoryThatVanishedOrLostNearlyAllIsNamedAndASmallOneIsNot() {
        List<String> kept = new ArrayList<>();
        for (int at = 0; at < 40; at++) kept.add("A/" + at + ".nc");
        List<String> all = new ArrayList<>(kept);
        for (int at = 0; at < 10; at++) all.add("auto/deep/" + at + ".nc");
        for (int at = 0; at < 12; at++) all.add("under/" + at + ".nc");
        all.addAll(List.of("old/v1/a.nc", "old/v1/b.nc"));
        mirrored(all.toArray(String[]::new));
        kept.add("under/README");
        PurgePlan plan = planned(mirrored(kept.toArray(String[]::new)));
        assertThat(site.catalog.mirrors().cautions(plan.number()))
                .containsExactly(
                        new PurgeCaution(at("under"), PurgeCaution.Kind.REPLACED, 12, 13),
                        new PurgeCaution(at("auto"), PurgeCaution.Kind.GONE, 10, 10));
    }

    private JobId blocked(TestTree tree) {
        TestSite.Options options = mirroring();
        options.onConflict = ConflictPolicy.UPDATE;
        site.sessions.ends(entry -> {
            boolean isBlocked;
            try {
                isBlocked = site.destination
                        .status(entry.destination())
                        .filter(there -> there.kind() == FileKind.DIRECTORY)
                        .isPresent();
            } catch (MoverException e) {
                return TestSessions.failed(entry, new MoverException(ErrorCode.PATH_BLOCKED, "a file is in the way"));
            }
            return isBlocked
                    ? TestSessions.failed(entry, new MoverException(ErrorCode.DESTINATION_EXISTS, "a directory"))
                    : placed(entry);
        });
        return mirrored(options, tree, JobState.PARTIAL);
    }

    @Tag("T1")
    @Test
    void whatHasThePlaceOfAnotherKindIsInThePlanFileByFileAndNothingElse() {
        mirrored("a.nc", "d", "e/one.nc", "e/deep/two.nc");
        PurgePlan plan = planned(blocked(tree(List.of("a.nc", "d/x.nc", "d/y.nc", "e"))));
        assertThat(outcomes(plan).keySet()).containsExactlyInAnyOrder("d", "e/one.nc", "e/deep/two.nc");
        assertThat(site.catalog.mirrors().cautions(plan.number()))
                .singleElement()
                .satisfies(caution -> {
                    assertThat(caution.kind()).isEqualTo(PurgeCaution.Kind.OTHER_KIND);
                    assertThat(caution.text())
                            .isEqualTo("tree/e had 2 files and is a file or a link at the source now");
                });
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                "--confirm-count 3",
                () -> Durable.await(purging.apply(plan.number(), "bob", null)));
        Durable.await(purging.apply(plan.number(), "bob", 3L));
        when(plan, PurgeState.APPLIED);
        assertThat(outcomes(plan).values()).containsOnly(PurgeOutcome.QUARANTINED);
        assertThat(isThere("a.nc")).isTrue();
        assertThat(isThere("d")).isFalse();
    }

    @Tag("T1")
    @Test
    void aFailureThatNothingAtTheDestinationExplainsPlansNothing() {
        mirrored("a.nc", "d/x.nc", "e/one.nc");
        TestSite.Options options = mirroring();
        options.onConflict = ConflictPolicy.UPDATE;
        TestTree mountPointThatCannotBeListed = tree(List.of("a.nc")).unlistable("d", ErrorCode.PATH_BLOCKED);
        Mirror mirror = compared(mirrored(options, mountPointThatCannotBeListed, JobState.PARTIAL));
        assertThat(mirror.state()).isEqualTo(MirrorState.NOT_MADE);
        assertThat(mirror.text()).contains("failed with /d", "mirror again");
        assertThat(isThere("d/x.nc")).isTrue();
    }

    @Tag("T1")
    @Test
    void aMirrorThatLeavesWhatDiffersMakesNoPlanOfWhatIsInTheWay() {
        mirrored("a.nc", "e/one.nc");
        site.sessions.ends(entry -> entry.destination().equals(at("e"))
                ? TestSessions.failed(entry, new MoverException(ErrorCode.DESTINATION_EXISTS, "a directory"))
                : placed(entry));
        JobId job = mirrored(mirroring(), tree(List.of("a.nc", "e")), JobState.PARTIAL);
        purging.look();
        assertThat(site.catalog.mirrors().find(job)).isEmpty();
    }

    private List<String> cautions(JobId job) {
        return site.catalog.mirrors().cautions(planned(job).number()).stream()
                .map(PurgeCaution::text)
                .toList();
    }

    private TestTree threeDirectories(List<String> gone) {
        TestTree tree = tree(List.of("a.nc", "b.nc", "c.nc", "d.nc", "e.nc", "f.nc", "g.nc"));
        for (String name : List.of("B", "plain", "other"))
            if (!gone.contains(name)) tree.file(name + "/1.nc", 1).file(name + "/2.nc", 1);
        return tree;
    }

    @Tag("T2")
    @Test
    void aDirectoryThatIsEmptySinceItsFileSystemIsNotMountedIsNamedWithItsDevice() {
        TestTree before = threeDirectories(List.of()).mounted("B", 42).mounted("other", 43);
        before.file("B/1.nc", 1);
        mirrored(mirroring(), before, JobState.SUCCEEDED);
        List<String> gone = List.of("B", "plain", "other");
        TestTree unmounted =
                threeDirectories(gone).directory("B").directory("plain").mounted("other", 99);
        JobId job = mirrored(mirroring(), unmounted, JobState.SUCCEEDED);
        String changed = "; its device changed, as when a file system is not mounted there";
        assertThat(cautions(job))
                .containsExactlyInAnyOrder(
                        "tree/B had 2 files and lists as empty now" + changed,
                        "tree/plain had 2 files and lists as empty now",
                        "tree/other had 2 files and lists as empty now" + changed);
        JobId again = mirrored(mirroring(), unmounted, JobState.SUCCEEDED);
        assertThat(cautions(again))
                .as("not applied, and mirrored again")
                .contains("tree/B had 2 files and lists as empty now" + changed);
        JobId remounted = mirrored(
                mirroring(),
                threeDirectories(gone).mounted("B", 42).directory("plain").mounted("other", 99),
                JobState.SUCCEEDED);
        assertThat(cautions(remounted)).contains("tree/B had 2 files and lists as empty now");
    }
}
