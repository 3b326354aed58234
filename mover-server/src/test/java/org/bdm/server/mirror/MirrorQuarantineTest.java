package org.bdm.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.PlaceClearing;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.catalog.removal.Replacements;
import org.bdm.server.job.replaced.ReplacedFiles;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes into the quarantine with a mirror plan keeps what is known of it, and is listed until it is back or deleted. */
class MirrorQuarantineTest extends MirrorScene {
    private static final String DATASET = "CMIP6.CMIP.a.b.c.d.e.f.v20190101";

    /** As a job leaves it: with digests of two origins and a dataset. */
    private Holding held(String name) {
        List<HoldingDigest> digests = List.of(
                new HoldingDigest(sha256(name), DigestOrigin.LISTED, Instant.EPOCH),
                new HoldingDigest(sha256(name), DigestOrigin.STREAM, Instant.EPOCH));
        Holding holding = new Holding(
                IN,
                at(name),
                DATASET,
                1,
                TestTree.MODIFIED,
                HoldingState.VERIFIED,
                Instant.EPOCH,
                digests,
                77,
                Instant.ofEpochMilli(5),
                null);
        Durable.await(site.catalog.holdings().put(List.of(holding)));
        return holding;
    }

    /** Of 3 bytes, of which nothing is known. */
    private Holding unverified(String name) {
        Holding other = new Holding(
                IN, at(name), null, 3, Instant.EPOCH, HoldingState.UNVERIFIED, Instant.EPOCH, List.of(), 0, null, null);
        Durable.await(site.catalog.holdings().put(List.of(other)));
        return other;
    }

    private Map<StorePath, Holding> holding(String name) {
        return site.catalog.holdings().find(IN, List.of(at(name)));
    }

    private PurgePlan appliedWithout(String... names) {
        return applied(planned(mirrored(names)));
    }

    private PurgePlan restored(PurgePlan plan, PurgeState as) {
        Durable.await(purging.restore(plan.number()));
        return when(plan, as);
    }

    @Tag("H11")
    @Test
    void aRestoredFileHasTheHoldingTheDigestsAndTheDatasetThatItHadBefore() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        Holding before = held("b.nc");
        PurgePlan plan = appliedWithout("a.nc", "c.nc", "f.nc");
        assertThat(holding("b.nc")).isEmpty();
        assertThat(site.catalog.holdings().ofDatasets(List.of(DATASET))).isEmpty();
        assertThat(site.catalog.holdings().withDigests(List.of(sha256("b.nc")), 5))
                .isEmpty();

        crashAndStart();
        restored(plan, PurgeState.RESTORED);
        assertThat(holding("b.nc")).containsExactly(Map.entry(at("b.nc"), before));
        assertThat(site.catalog.holdings().ofDatasets(List.of(DATASET)).values())
                .singleElement()
                .satisfies(dataset -> assertThat(dataset.weakest()).isEqualTo(DigestOrigin.STREAM));
        assertThat(site.catalog.holdings().withDigests(List.of(sha256("b.nc")), 5))
                .containsKey(sha256("b.nc"));
    }

    @Tag("H11")
    @Test
    void whatIsDeletedFromTheQuarantineLeavesNoEvidenceForAFileThatTakesItsPlace() {
        mirrored("a.nc", "b.nc", "c.nc");
        held("b.nc");
        PurgePlan plan = appliedWithout("a.nc", "c.nc");
        Durable.await(purging.empty(plan.number()));
        PurgePlan ended = when(plan, PurgeState.EMPTIED);
        assertThat(ended.application().removedFiles()).isEqualTo(1);
        assertThat(ended.quarantined()).isEqualTo(new PurgePlan.Quarantined(0, 0));
        assertThat(holding("b.nc")).isEmpty();
        assertThat(site.catalog.holdings().withDigests(List.of(sha256("b.nc")), 5))
                .isEmpty();
    }

    @Tag("H11")
    @Test
    void aFileAtThePlaceOfAQuarantinedOneKeepsItsOwnHolding() {
        mirrored("a.nc", "b.nc", "c.nc");
        held("b.nc");
        PurgePlan plan = appliedWithout("a.nc", "c.nc");
        put(at("b.nc"), 3, Instant.EPOCH);
        Holding other = unverified("b.nc");
        restored(plan, PurgeState.PARTLY_RESTORED);
        assertThat(holding("b.nc").values()).containsExactly(other);
        FileStatus taking = site.destination.status(at("b.nc")).orElseThrow();
        site.destination.quarantine().keep(at("b.nc"), taking.version(), "elsewhere");
        restored(plan, PurgeState.RESTORED);
        assertThat(holding("b.nc").values())
                .singleElement()
                .satisfies(back -> assertThat(back.digests()).hasSize(2));
    }

    @Tag("H12")
    @Test
    void aPlanWithFilesThatCannotComeBackIsPartlyRestoredAndSaysWhatIsLeftAndWhy() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        PurgePlan plan = appliedWithout("a.nc", "c.nc", "f.nc");
        assertThat(plan.quarantined()).isEqualTo(new PurgePlan.Quarantined(2, 2));
        assertThat(site.catalog.mirrors().quarantined(0, 0, 10)).hasSize(2);
        put(at("b.nc"), 3, Instant.EPOCH);
        PurgePlan left = restored(plan, PurgeState.PARTLY_RESTORED);
        assertThat(left.quarantined()).isEqualTo(new PurgePlan.Quarantined(1, 1));
        assertThat(site.catalog.mirrors().quarantined(0, 0, 10)).singleElement().satisfies(kept -> {
            assertThat(kept.file().path()).isEqualTo(at("b.nc"));
            assertThat(site.destination.quarantine().names()).containsExactly(kept.keptAs());
            assertThat(kept.file().text())
                    .contains(
                            "another file is at its place",
                            "--restore purge-" + plan.number(),
                            "--empty purge-" + plan.number())
                    .doesNotContain("overwrite");
        });
        Durable.await(purging.empty(plan.number()));
        PurgePlan ended = when(plan, PurgeState.EMPTIED);
        assertThat(ended.application().removedFiles()).isEqualTo(1);
        assertThat(site.catalog.mirrors().quarantined(0, 0, 10)).isEmpty();
    }

    @Tag("H12")
    @Test
    void aFileThatSomebodyDeletedFromTheQuarantineIsNotRestored() {
        mirrored("a.nc", "b.nc", "c.nc");
        held("b.nc");
        PurgePlan plan = appliedWithout("a.nc", "c.nc");
        site.destination.quarantine().delete(plan.quarantinePrefix() + 1);
        restored(plan, PurgeState.RESTORED);
        assertThat(outcomes(plan)).isEqualTo(Map.of("b.nc", PurgeOutcome.REMOVED));
        assertThat(holding("b.nc")).isEmpty();
    }

    @Tag("T1")
    @Tag("H13")
    @Test
    void whatAJobReplacesIsInTheQuarantineWithItsEvidenceAndCanBeRestored() {
        put(at("b.nc"), 1, TestTree.MODIFIED);
        Holding before = held("b.nc");
        JobId job = mirrored("a.nc");
        ReplacedFiles replaced = new ReplacedFiles(site.catalog, job, IN, site.destination);
        try (PlaceClearing.Cleared cleared = replaced.clear(List.of(at("b.nc"), at("not-there.nc")))) {
            assertThat(cleared.staying()).isEmpty();
            assertThat(isThere("b.nc")).as("until the new file is there").isTrue();
            assertThat(holding("b.nc")).isNotEmpty();
            replace("b.nc", 3, cleared);
        }
        assertThat(holding("b.nc")).isEmpty();
        assertThat(site.catalog.holdingHistory().lastWriter(IN, at("b.nc")))
                .as("for the record of the job before")
                .isEqualTo(job.toString());
        Holding newer = held("b.nc");

        PurgePlan plan = site.catalog.purges().page(null, 1).rows().get(0);
        assertThat(plan.selection()).isEqualTo("replaced by " + job);
        assertThat(plan.state()).isEqualTo(PurgeState.APPLIED);
        assertThat(plan.takesMost()).isFalse();
        assertThat(site.catalog.mirrors().quarantined(0, 0, 10)).hasSize(1);
        restored(plan, PurgeState.PARTLY_RESTORED);
        FileStatus taking = site.destination.status(at("b.nc")).orElseThrow();
        site.destination.quarantine().keep(at("b.nc"), taking.version(), "elsewhere");
        restored(plan, PurgeState.RESTORED);
        assertThat(holding("b.nc").values()).containsExactly(before);
        assertThat(site.catalog.holdingHistory().of(IN, at("b.nc"), 0, 10))
                .as("what was known of the file that took the place")
                .anySatisfy(entry -> {
                    assertThat(entry.event()).isEqualTo(HistoryEvent.REPLACED);
                    assertThat(entry.before().digests()).isEqualTo(newer.digests());
                });
        try (PlaceClearing.Cleared cleared = replaced.clear(List.of(at("b.nc")))) {
            assertThat(cleared.staying()).as("in another plan").isEmpty();
        }
        assertThat(site.catalog.purges().page(null, 5).rows())
                .filteredOn(PurgePlan::replaces)
                .hasSize(2);
    }

    private void replace(String name, int size, PlaceClearing.Cleared cleared) {
        WorkArea area = site.destination.workArea(new JobId(998));
        try (WritableFile file = area.create("newer")) {
            file.write(0, ByteBuffer.allocate(size));
            file.setAttributes(Instant.EPOCH, 0644);
            file.force();
        }
        area.replace(
                "newer", at(name), Objects.requireNonNull(cleared.replaceable().get(at(name))));
    }

    private PurgePlan replacing() {
        return site.catalog.purges().page(null, 5).rows().stream()
                .filter(PurgePlan::replaces)
                .findFirst()
                .orElseThrow();
    }

    @Tag("T1")
    @Test
    void aFileThatWasMovedAwayAndNotReplacedIsPutBack() {
        site.destination.faults().makesNoLinks();
        put(at("b.nc"), 1, TestTree.MODIFIED);
        put(at("c.nc"), 1, TestTree.MODIFIED);
        Holding before = held("b.nc");
        JobId job = mirrored("a.nc");
        ReplacedFiles replaced = new ReplacedFiles(site.catalog, job, IN, site.destination);
        try (PlaceClearing.Cleared cleared = replaced.clear(List.of(at("b.nc"), at("c.nc")))) {
            assertThat(cleared.staying()).isEmpty();
            assertThat(cleared.replaceable()).isEmpty();
            assertThat(isThere("b.nc")).isFalse();
            put(at("c.nc"), 3, Instant.EPOCH);
        }
        assertThat(outcomes(replacing()))
                .isEqualTo(Map.of("b.nc", PurgeOutcome.KEPT, "c.nc", PurgeOutcome.QUARANTINED));
        assertThat(isThere("b.nc")).isTrue();
        assertThat(holding("b.nc").values()).containsExactly(before);
    }

    @Tag("T1")
    @Test
    void aFileThatWasNotReplacedAfterAllLosesItsSecondNameAndIsClaimedByNoPlan() {
        put(at("b.nc"), 1, TestTree.MODIFIED);
        Holding before = held("b.nc");
        JobId job = mirrored("a.nc");
        ReplacedFiles replaced = new ReplacedFiles(site.catalog, job, IN, site.destination);
        try (PlaceClearing.Cleared cleared = replaced.clear(List.of(at("b.nc")))) {
            assertThat(site.destination.quarantine().names()).hasSize(1);
            purging.look();
            replaced.resumed();
            assertThat(site.destination.quarantine().names())
                    .as("while it is worked on")
                    .hasSize(1);
            assertThat(cleared.replaceable()).containsKey(at("b.nc"));
        }
        assertThat(outcomes(replacing())).isEqualTo(Map.of("b.nc", PurgeOutcome.KEPT));
        assertThat(site.destination.quarantine().names()).isEmpty();
        assertThat(holding("b.nc").values()).containsExactly(before);
        assertThat(site.catalog.mirrors().quarantined(0, 0, 10)).isEmpty();
    }

    /** As {@link ReplacedFiles} begin: a file that is PENDING, as the process ends. */
    private Replacements.Begun begun(JobId job, String... names) {
        List<Replacements.Replaced> files = new ArrayList<>();
        for (String name : names) files.add(new Replacements.Replaced(at(name), status(name)));
        return Durable.await(site.catalog.replacements().begin(job, IN, files));
    }

    private void movedAway(Replacements.Begun begun) {
        String prefix = begun.plan().quarantinePrefix();
        for (PurgeFile file : begun.files()) {
            site.destination.quarantine().keep(file.path(), status(file.path()).version(), prefix + file.number());
        }
    }

    private FileStatus status(String name) {
        return status(at(name));
    }

    private FileStatus status(StorePath path) {
        return site.destination.status(path).orElseThrow();
    }

    @Tag("T1")
    @Test
    void aProcessThatEndsWhileFilesAreReplacedLosesNeitherThemNorTheirEvidence() {
        for (String name : List.of("linked.nc", "moved.nc", "placed.nc", "untouched.nc")) {
            put(at(name), 1, TestTree.MODIFIED);
        }
        Holding linked = held("linked.nc");
        Holding moved = held("moved.nc");
        Holding placed = held("placed.nc");
        JobId job = mirrored("a.nc");
        Replacements.Begun begun = begun(job, "linked.nc", "moved.nc", "placed.nc", "untouched.nc");
        Quarantine quarantine = site.destination.quarantine();
        String prefix = begun.plan().quarantinePrefix();
        assertThat(quarantine.link(at("linked.nc"), status("linked.nc").version(), prefix + 1))
                .isTrue();
        quarantine.keep(at("moved.nc"), status("moved.nc").version(), prefix + 2);
        assertThat(quarantine.link(at("placed.nc"), status("placed.nc").version(), prefix + 3))
                .isTrue();
        put(at("placed.nc"), 3, Instant.EPOCH);

        new ReplacedFiles(site.catalog, job, IN, site.destination).resumed();
        purging.look();
        assertThat(outcomes(begun.plan()).values())
                .as("another session of the job, while the one that moves them runs")
                .containsOnly(PurgeOutcome.PENDING);
        crashAndStart();
        new ReplacedFiles(site.catalog, job, new ExportName("other"), site.destination).resumed();
        assertThat(outcomes(begun.plan()).values())
                .as("a session in another export")
                .containsOnly(PurgeOutcome.PENDING);
        new ReplacedFiles(site.catalog, job, IN, site.destination).resumed();
        assertThat(outcomes(begun.plan()))
                .isEqualTo(Map.of(
                        "linked.nc", PurgeOutcome.KEPT,
                        "moved.nc", PurgeOutcome.KEPT,
                        "placed.nc", PurgeOutcome.QUARANTINED,
                        "untouched.nc", PurgeOutcome.KEPT));
        assertThat(quarantine.names()).containsExactly(prefix + 3);
        assertThat(isThere("moved.nc")).as("back at its place").isTrue();
        assertThat(holding("linked.nc").values()).containsExactly(linked);
        assertThat(holding("moved.nc").values()).containsExactly(moved);
        assertThat(holding("placed.nc")).isEmpty();
        site.destination.quarantine().keep(at("placed.nc"), status("placed.nc").version(), "elsewhere");
        restored(begun.plan(), PurgeState.RESTORED);
        assertThat(holding("placed.nc").values()).containsExactly(placed);
    }

    @Tag("T1")
    @Test
    void whatAJobLeftThatNeverRunsAgainIsSettledWithoutIt() {
        put(at("b.nc"), 1, TestTree.MODIFIED);
        put(at("c.nc"), 1, TestTree.MODIFIED);
        held("c.nc");
        JobId job = mirrored("a.nc");
        Replacements.Begun begun = begun(job, "b.nc", "c.nc");
        Quarantine quarantine = site.destination.quarantine();
        String prefix = begun.plan().quarantinePrefix();
        quarantine.keep(at("b.nc"), status("b.nc").version(), prefix + 1);
        quarantine.link(at("c.nc"), status("c.nc").version(), prefix + 2);
        put(at("c.nc"), 3, Instant.EPOCH);
        site.catalog.replacements().release(begun);
        Holding newer = unverified("c.nc");
        purging.look();
        assertThat(outcomes(begun.plan()))
                .isEqualTo(Map.of("b.nc", PurgeOutcome.KEPT, "c.nc", PurgeOutcome.QUARANTINED));
        assertThat(isThere("b.nc")).isTrue();
        assertThat(holding("c.nc").values())
                .as("of the file that took the place, recorded before")
                .containsExactly(newer);
        purging.look();
        assertThat(site.catalog
                        .purges()
                        .find(begun.plan().number())
                        .orElseThrow()
                        .quarantined())
                .as("counted once")
                .isEqualTo(new PurgePlan.Quarantined(1, 1));
    }

    @Tag("T1")
    @Test
    void aFileThatCannotBeLookedAtHoldsUpNeitherOthersNorPlans() {
        put(at("x.nc"), 1, TestTree.MODIFIED);
        put(at("y.nc"), 1, TestTree.MODIFIED);
        JobId job = mirrored("a.nc", "b.nc", "c.nc");
        Replacements.Begun begun = begun(job, "x.nc", "y.nc");
        movedAway(begun);
        site.catalog.replacements().release(begun);
        site.destination.faults().hidden(at("x.nc"), new MoverException(ErrorCode.SOURCE_READ_ERROR, "disk broken"));
        purging.look();
        assertThat(outcomes(begun.plan())).isEqualTo(Map.of("x.nc", PurgeOutcome.PENDING, "y.nc", PurgeOutcome.KEPT));
        assertThat(isThere("y.nc")).isTrue();
        applied(planned(mirrored("a.nc", "c.nc", "y.nc")));
    }

    @Tag("T1")
    @Test
    void aFileOfAPlanThatWasRestoredIsSettledWhenItCanBe() {
        put(at("x.nc"), 1, TestTree.MODIFIED);
        put(at("y.nc"), 1, TestTree.MODIFIED);
        JobId job = mirrored("a.nc");
        Replacements.Begun begun = begun(job, "x.nc", "y.nc");
        movedAway(begun);
        put(at("y.nc"), 3, Instant.EPOCH);
        site.catalog.replacements().release(begun);
        MoverException broken = new MoverException(ErrorCode.SOURCE_READ_ERROR, "disk broken");
        site.destination.faults().hidden(at("x.nc"), broken);
        purging.look();
        site.destination.quarantine().keep(at("y.nc"), status("y.nc").version(), "elsewhere");
        restored(begun.plan(), PurgeState.RESTORED);
        site.destination.faults().readable(at("x.nc"));
        purging.look();
        assertThat(outcomes(begun.plan())).isEqualTo(Map.of("x.nc", PurgeOutcome.KEPT, "y.nc", PurgeOutcome.RESTORED));
        assertThat(isThere("x.nc")).isTrue();
    }

    @Tag("H12")
    @Test
    void theListOfTheQuarantineGoesThroughAllPlansPageByPage() {
        mirrored("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc");
        appliedWithout("a.nc", "c.nc", "d/e.nc", "f.nc");
        appliedWithout("a.nc", "f.nc");
        List<String> found = new ArrayList<>();
        long plan = 0;
        long file = 0;
        for (int page = 0; page < 4; page++) {
            for (var kept : site.catalog.mirrors().quarantined(plan, file, 1)) {
                found.add(kept.file().path().shown());
                plan = kept.plan().number();
                file = kept.file().number();
            }
        }
        assertThat(found).containsExactly("tree/b.nc", "tree/c.nc", "tree/d/e.nc");
    }
}
