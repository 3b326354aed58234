package org.bdm.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
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
        Holding other = new Holding(
                IN,
                at("b.nc"),
                null,
                3,
                Instant.EPOCH,
                HoldingState.UNVERIFIED,
                Instant.EPOCH,
                List.of(),
                0,
                null,
                null);
        Durable.await(site.catalog.holdings().put(List.of(other)));
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
    @Test
    void whatAJobReplacesIsInTheQuarantineWithItsEvidenceAndCanBeRestored() {
        put(at("b.nc"), 1, TestTree.MODIFIED);
        Holding before = held("b.nc");
        JobId job = mirrored("a.nc");
        ReplacedFiles replaced = new ReplacedFiles(site.catalog, job, IN, site.destination);
        assertThat(replaced.clear(List.of(at("b.nc"), at("not-there.nc")))).isEmpty();
        assertThat(isThere("b.nc")).isFalse();
        assertThat(holding("b.nc")).isEmpty();
        put(at("b.nc"), 3, Instant.EPOCH);
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
        assertThat(replaced.clear(List.of(at("b.nc")))).as("in another plan").isEmpty();
        assertThat(site.catalog.purges().page(null, 5).rows())
                .filteredOn(PurgePlan::replaces)
                .hasSize(2);
    }

    @Tag("T1")
    @Test
    void aProcessThatEndsWhileAFileIsReplacedLosesNeitherItNorItsEvidence() {
        put(at("b.nc"), 1, TestTree.MODIFIED);
        put(at("c.nc"), 1, TestTree.MODIFIED);
        Holding before = held("b.nc");
        JobId job = mirrored("a.nc");
        List<Replacements.Replaced> files = new ArrayList<>();
        for (String name : List.of("b.nc", "c.nc")) {
            files.add(new Replacements.Replaced(
                    at(name), site.destination.status(at(name)).orElseThrow()));
        }
        Replacements.Begun begun = Durable.await(site.catalog.replacements().begin(job, IN, files));
        site.destination
                .quarantine()
                .keep(at("b.nc"), files.get(0).status().version(), begun.plan().quarantinePrefix() + 1);

        new ReplacedFiles(site.catalog, job, IN, site.destination).resumed();
        assertThat(outcomes(begun.plan()))
                .as("another session of the job, while the one that moves them runs")
                .isEqualTo(Map.of("b.nc", PurgeOutcome.PENDING, "c.nc", PurgeOutcome.PENDING));
        crashAndStart();
        new ReplacedFiles(site.catalog, job, new ExportName("other"), site.destination).resumed();
        assertThat(outcomes(begun.plan()))
                .as("a session in another export")
                .isEqualTo(Map.of("b.nc", PurgeOutcome.PENDING, "c.nc", PurgeOutcome.PENDING));
        new ReplacedFiles(site.catalog, job, IN, site.destination).resumed();
        assertThat(outcomes(begun.plan()))
                .isEqualTo(Map.of("b.nc", PurgeOutcome.QUARANTINED, "c.nc", PurgeOutcome.KEPT));
        restored(begun.plan(), PurgeState.RESTORED);
        assertThat(holding("b.nc").values()).containsExactly(before);
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
