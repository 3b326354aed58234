package org.bdm.server.holding.completeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.holding.survey.PublishedDataset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets by sites, and what a reconciliation with the index says of them. */
class CompletenessTest {
    private static final String MASTER = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn";
    private static final String DATASET = MASTER + ".v20200101";
    private static final Instant KNOWN = Instant.parse("2026-11-20T10:00:00.123Z");

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private void publish(PublishedDataset dataset) {
        tree.catalog.replicaSets().put(dataset.set(), Map.of()).join();
    }

    private void hold(String dataset, String name, HoldingState state, HoldingDigest... digests) {
        hold(HeldTree.IN.value(), dataset, name, state, digests);
    }

    private void hold(String export, String dataset, String name, HoldingState state, HoldingDigest... digests) {
        tree.catalog
                .holdings()
                .put(List.of(new Holding(
                        new ExportName(export),
                        StorePath.ofUtf8(dataset + "/" + name),
                        dataset,
                        name.length(),
                        KNOWN,
                        state,
                        KNOWN,
                        List.of(digests),
                        0,
                        null,
                        null)))
                .join();
    }

    private List<CompletenessCell> cells(String dataset) {
        CompletenessMatrix matrix =
                new Completeness(tree.catalog, new SiteName("here"), () -> Set.of(HeldTree.IN)).of(List.of(dataset));
        assertThat(matrix.rows()).hasSize(1);
        assertThat(matrix.rows().get(0).cells()).hasSameSizeAs(matrix.sites());
        return matrix.rows().get(0).cells();
    }

    private CompletenessCell own() {
        return cells(DATASET).get(0);
    }

    @Test
    void weAreCompleteWhenEveryPublishedFileIsHeldWhateverItsOldName() {
        publish(new PublishedDataset(DATASET, List.of("a.nc", "b.nc")).at("x.org", 2));
        assertThat(own()).isEqualTo(CompletenessCell.ABSENT);
        hold(DATASET, "a.nc_0", HoldingState.UNVERIFIED);
        assertThat(own()).isEqualTo(CompletenessCell.of(CompletenessState.PARTIAL, 1));
        hold(DATASET, "notes.txt", HoldingState.UNVERIFIED);
        assertThat(own().files()).as("what is not published does not count").isEqualTo(1);
        hold(DATASET, "b.nc", HoldingState.DAMAGED);
        assertThat(own().state()).as("damaged").isEqualTo(CompletenessState.PARTIAL);
        hold(
                DATASET,
                "b.nc",
                HoldingState.VERIFIED,
                new HoldingDigest(PublishedDataset.sha256("b.nc"), DigestOrigin.PUBLISHED, KNOWN));
        assertThat(own())
                .isEqualTo(new CompletenessCell(CompletenessState.COMPLETE, 2, null, 1, DigestOrigin.PUBLISHED, KNOWN));
    }

    @Tag("H8")
    @Test
    void aFileAtAnExportThatNobodyHasCountsAsHeldNowhereAndIsSaidApart() {
        publish(new PublishedDataset(DATASET, List.of("a.nc", "b.nc")).at("x.org", 2));
        hold(DATASET, "a.nc", HoldingState.UNVERIFIED);
        hold("old", DATASET, "b.nc", HoldingState.VERIFIED, digest("b.nc"));
        Map<ExportName, Integer> old = Map.of(new ExportName("old"), 1);
        assertThat(own())
                .isEqualTo(new CompletenessCell(
                        CompletenessState.PARTIAL, 1, null, 0, DigestOrigin.PUBLISHED, KNOWN, old));
        hold(DATASET, "b.nc", HoldingState.VERIFIED, digest("b.nc"));
        assertThat(own())
                .isEqualTo(new CompletenessCell(
                        CompletenessState.COMPLETE, 2, null, 1, DigestOrigin.PUBLISHED, KNOWN, old));
        hold("old", MASTER + ".v2", "a.nc", HoldingState.VERIFIED, digest("a.nc"));
        assertThat(cells(MASTER + ".v2").get(0))
                .isEqualTo(CompletenessCell.otherVersion(DATASET).with(old));
    }

    private static HoldingDigest digest(String name) {
        return new HoldingDigest(PublishedDataset.sha256(name), DigestOrigin.PUBLISHED, KNOWN);
    }

    @Test
    void aListWhoseExtentIsContradictedIsNowhereComplete() {
        publish(new PublishedDataset(DATASET, List.of("a.nc", "b.nc"))
                .at("x.org", 2)
                .announced("x.org", 10));
        hold(DATASET, "a.nc", HoldingState.VERIFIED);
        assertThat(cells(DATASET))
                .extracting(CompletenessCell::state)
                .containsExactly(CompletenessState.PARTIAL, CompletenessState.UNKNOWN);
        hold(DATASET, "b.nc", HoldingState.VERIFIED);
        assertThat(own().state()).isEqualTo(CompletenessState.UNKNOWN);
        tree.catalog.replicaSets().confirm(DATASET, 2, 8, "ann").join();
        assertThat(cells(DATASET)).extracting(CompletenessCell::state).containsOnly(CompletenessState.COMPLETE);
        publish(new PublishedDataset(DATASET, List.of("c.nc", "d.nc"))
                .at("x.org", 2)
                .announced("x.org", 10));
        hold(DATASET, "c.nc", HoldingState.VERIFIED);
        hold(DATASET, "d.nc", HoldingState.VERIFIED);
        assertThat(own().state()).as("other files of the same number and size").isEqualTo(CompletenessState.UNKNOWN);
    }

    @Test
    void disputesAndRetractionsAreTold() {
        publish(new PublishedDataset(DATASET, List.of("a.nc", "b.nc")).at("x.org", 2));
        hold(DATASET, "a.nc", HoldingState.UNVERIFIED);
        hold(DATASET, "b.nc", HoldingState.DISPUTED);
        assertThat(own()).isEqualTo(CompletenessCell.of(CompletenessState.DISPUTED, 1));
        PublishedDataset retracted = new PublishedDataset(DATASET, List.of("a.nc", "b.nc")).at("x.org", 2);
        retracted.isRetracted = true;
        publish(retracted);
        assertThat(own().state()).isEqualTo(CompletenessState.RETRACTED);
    }

    @Test
    void withoutAPublishedListNobodyKnowsWhetherWhatIsHeldIsAll() {
        hold(DATASET, "a.nc", HoldingState.VERIFIED);
        assertThat(own()).as("no index knows it").isEqualTo(CompletenessCell.of(CompletenessState.UNKNOWN, 1));
        publish(new PublishedDataset(DATASET, List.of()).at("x.org", 0));
        assertThat(own()).as("no file is listed").isEqualTo(CompletenessCell.of(CompletenessState.UNKNOWN, 1));
    }

    @Test
    void filesThatAreNotPublishedAreNothingOfADataset() {
        publish(new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1));
        hold(DATASET, "notes.txt", HoldingState.UNVERIFIED);
        assertThat(own()).isEqualTo(CompletenessCell.ABSENT);
    }

    @Test
    void whatIsHeldAsWithdrawnIsShownSoThoughNoIndexKnowsIt() {
        hold(DATASET, "a.nc", HoldingState.RETRACTED);
        assertThat(own().state()).isEqualTo(CompletenessState.RETRACTED);
    }

    @Test
    void nodeWithAsManyFilesAsArePublishedIsCompleteThoughOthersHaveMoreVersions() {
        publish(new PublishedDataset(MASTER + ".v20190101", List.of("a.nc")).at("x.org", 1));
        publish(new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1));
        assertThat(cells(DATASET).get(1)).isEqualTo(CompletenessCell.of(CompletenessState.COMPLETE, 1));
        assertThat(cells(MASTER + ".v20180101").get(0)).isEqualTo(CompletenessCell.ABSENT);
    }

    @Test
    void nodesHaveWhatIndexesSay() {
        publish(new PublishedDataset(DATASET, List.of("a.nc", "b.nc"))
                .at("complete.org", 2)
                .at("partial.org", 1)
                .node(new ReplicaNode("disputed.org", false, false, OptionalInt.of(1), 2, 0))
                .node(new ReplicaNode("retracted.org", false, true, OptionalInt.of(0), 2, 0))
                .node(new ReplicaNode("unknown.org", false, false, OptionalInt.empty(), 0, 0)));
        assertThat(cells(DATASET))
                .containsExactly(
                        CompletenessCell.ABSENT,
                        CompletenessCell.of(CompletenessState.COMPLETE, 2),
                        CompletenessCell.of(CompletenessState.DISPUTED, 2),
                        CompletenessCell.of(CompletenessState.PARTIAL, 1),
                        CompletenessCell.of(CompletenessState.RETRACTED, 2),
                        CompletenessCell.of(CompletenessState.UNKNOWN, 0));
    }

    @Test
    void theNewestOtherVersionOfASiteIsNamed() {
        publish(new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1));
        publish(new PublishedDataset(MASTER + ".v2", List.of("a.nc")).at("y.org", 1));
        publish(new PublishedDataset(MASTER + ".v20190101", List.of("a.nc")).at("y.org", 1));
        publish(new PublishedDataset(MASTER + "x.v20210101", List.of("a.nc")).at("y.org", 1));
        hold(MASTER + ".v20190101", "a.nc", HoldingState.UNVERIFIED);
        CompletenessMatrix matrix = new Completeness(tree.catalog, new SiteName("here"), () -> Set.of(HeldTree.IN))
                .of(List.of(DATASET, MASTER + ".v2", "unknown.dataset.x.v1"));
        assertThat(matrix.sites()).containsExactly("here", "x.org", "y.org");
        assertThat(matrix.rows().get(0).cells())
                .containsExactly(
                        CompletenessCell.otherVersion(MASTER + ".v20190101"),
                        CompletenessCell.of(CompletenessState.COMPLETE, 1),
                        CompletenessCell.otherVersion(MASTER + ".v20190101"));
        assertThat(matrix.rows().get(1).cells().get(1)).isEqualTo(CompletenessCell.otherVersion(DATASET));
        assertThat(matrix.rows().get(2).cells()).containsOnly(CompletenessCell.ABSENT);
        assertThat(cells(DATASET.toUpperCase(Locale.ROOT)).get(1).state()).isEqualTo(CompletenessState.COMPLETE);
    }

    @Test
    void reconcilingWithTheIndexFindsWhatIsNotAsPublished() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tree.write(DATASET + "/f" + i + ".nc", "f" + i + ".nc");
            names.add("f" + i + ".nc");
        }
        tree.survey(SurveyKind.SCAN, "bdm://here/in/");
        List<Holding> withDataset = tree.holdings().stream()
                .map(found -> new Holding(
                        found.export(),
                        found.path(),
                        DATASET,
                        found.path().name().shown().equals("f1.nc") ? 99 : found.size(),
                        found.modified(),
                        found.state(),
                        found.since(),
                        List.of(new HoldingDigest(
                                PublishedDataset.sha256(
                                        found.path().name().shown().equals("f2.nc")
                                                ? "other"
                                                : found.path().name().shown()),
                                DigestOrigin.LISTED,
                                KNOWN)),
                        0,
                        null,
                        null))
                .toList();
        tree.catalog.holdings().put(withDataset).join();
        names.remove("f3.nc");
        names.add("new.nc");
        PublishedDataset published = new PublishedDataset(DATASET, names).at("x.org", 4);
        published.isLatest = false;
        publish(published);

        Survey begun = tree.surveys
                .begin(SurveyKind.RECONCILE, "ann", "bdm://here/in/", true)
                .join();
        await().until(() ->
                tree.catalog.surveys().find(begun.number()).orElseThrow().state() != SurveyState.OPEN);
        assertThat(tree.findings(begun))
                .extracting(Finding::kind, finding -> finding.path().shown().replace(DATASET, "D"))
                .containsExactlyInAnyOrder(
                        tuple(FindingKind.DIFFERENT, "D/f1.nc"), // the disk's size
                        tuple(FindingKind.SUPERSEDED, "D"),
                        tuple(FindingKind.DIFFERENT, "D/f1.nc"), // the published size
                        tuple(FindingKind.DIFFERENT, "D/f2.nc"),
                        tuple(FindingKind.EXTRA, "D/f3.nc"),
                        tuple(FindingKind.MISSING, "D/new.nc"));
    }
}
