package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison of the disk with the holdings tells of links, of states, and of what cannot be looked at. */
class HoldingReconciliationTest {
    private static final String ALL = "bdm://here/in/";
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final Instant THEN = Instant.parse("2020-01-02T03:04:05Z");

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

    private void hold(String path, String dataset, HoldingState state) {
        Holding known = tree.holding(path);
        Holding holding = known == null
                ? new Holding(
                        HeldTree.IN, StorePath.ofUtf8(path), dataset, 3, THEN, state, THEN, List.of(), 0, null, null)
                : new Holding(
                        known.export(),
                        known.path(),
                        dataset,
                        known.size(),
                        known.modified(),
                        state,
                        known.since(),
                        known.digests(),
                        0,
                        null,
                        null);
        tree.catalog.holdings().put(List.of(holding)).join();
    }

    private List<Finding> found(String subject) {
        return tree.findings(tree.survey(SurveyKind.RECONCILE, subject));
    }

    @Test
    void holdingsBelowADirectoryThatIsGoneAreMissing() throws IOException {
        tree.write("other/b.nc", "bbb");
        Path file = tree.write("d/a.nc", "aaa");
        tree.survey(SurveyKind.SCAN, ALL);
        Files.delete(file);
        Files.delete(file.getParent());
        Survey survey = tree.survey(SurveyKind.RECONCILE, ALL + "d");
        assertThat(survey.state()).isEqualTo(SurveyState.DONE);
        assertThat(tree.findings(survey))
                .extracting(Finding::kind, Finding::text)
                .containsExactly(tuple(
                        FindingKind.MISSING,
                        "is a holding and not on disk, and its directory is not there either: it is recorded as MISSING"
                                + " when it is looked for again after a minute"));
        assertThat(tree.holding("d/a.nc").state())
                .as("its file system may come back")
                .isEqualTo(HoldingState.UNVERIFIED);
    }

    @Test
    void holdingThatIsALinkIsComparedWithTheFileItLeadsTo() throws IOException {
        tree.write("real/a.nc", "aaa");
        Files.createSymbolicLink(tree.directory.resolve("link.nc"), Path.of("real/a.nc"));
        tree.survey(SurveyKind.SCAN, ALL);
        assertThat(found(ALL)).isEmpty();
        Survey one = tree.survey(SurveyKind.RECONCILE, ALL + "link.nc");
        assertThat(one.state()).isEqualTo(SurveyState.DONE);
        assertThat(tree.findings(one)).isEmpty();
        assertThat(one.progress().files()).isEqualTo(1);
        assertThat(one.progress().bytes()).isEqualTo(3);
    }

    @Test
    void linkWhoseTargetIsGoneIsToldFromBothSides() throws IOException {
        Path file = tree.write("real/a.nc", "aaa");
        Files.createSymbolicLink(tree.directory.resolve("link.nc"), Path.of("real/a.nc"));
        tree.survey(SurveyKind.SCAN, ALL + "link.nc");
        Files.delete(file);
        List<Finding> findings = found(ALL);
        assertThat(findings)
                .extracting(Finding::kind, finding -> finding.path().shown())
                .containsExactlyInAnyOrder(
                        tuple(FindingKind.UNREADABLE, "link.nc"), tuple(FindingKind.MISSING, "link.nc"));
        assertThat(findings).extracting(Finding::text).anyMatch(text -> text.equals("is a holding and not on disk"));
        assertThat(tree.holding("link.nc").state()).isEqualTo(HoldingState.MISSING);
    }

    @Test
    void directoryUnderTheNameOfAHeldFileMeansThatTheFileIsMissing() throws IOException {
        Path file = tree.write("a.nc", "aaa");
        tree.survey(SurveyKind.SCAN, ALL);
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(found(ALL)).extracting(Finding::kind).containsExactly(FindingKind.MISSING);
    }

    @Test
    void damagedAndDisputedHoldingsAreToldAlthoughTheirSizesAreRight() {
        tree.write("damaged.nc", "aaa");
        tree.write("disputed.nc", "aaa");
        tree.survey(SurveyKind.SCAN, ALL);
        hold("damaged.nc", null, HoldingState.DAMAGED);
        hold("disputed.nc", null, HoldingState.DISPUTED);
        assertThat(found(ALL))
                .extracting(Finding::kind, finding -> finding.path().shown(), Finding::text)
                .containsExactlyInAnyOrder(
                        tuple(
                                FindingKind.DIFFERENT,
                                "damaged.nc",
                                "its bytes are not those that were verified, or that a list says"),
                        tuple(
                                FindingKind.DIFFERENT,
                                "disputed.nc",
                                "its size or digest contradicts what is published or listed"));
    }

    @Test
    void eachFileThatIsNoHoldingIsToldOnceHoweverManyThereAre() {
        for (int i = 0; i < 501; i++) tree.write("f" + i, "x");
        Survey survey = tree.survey(SurveyKind.RECONCILE, ALL);
        assertThat(survey.progress()).isEqualTo(new Survey.Progress(501, 501, 501));
    }

    @Test
    void withdrawnFileIsToldWithTheReasonOfItsMark() {
        tree.write("d/a.nc", "aaa");
        tree.survey(SurveyKind.SCAN, ALL);
        hold("d/a.nc", DATASET, HoldingState.UNVERIFIED);
        PublishedDataset withdrawn = new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1);
        withdrawn.isRetracted = true;
        tree.catalog.replicaSets().put(withdrawn.set(), Map.of()).join();
        String reason = tree.catalog
                .marks()
                .find(List.of(DATASET))
                .values()
                .iterator()
                .next()
                .reason();
        assertThat(found(ALL))
                .extracting(Finding::kind, Finding::text)
                .containsExactly(tuple(FindingKind.RETRACTED, "its dataset was withdrawn: " + reason));
    }

    @Test
    void withdrawnFileOfNoKnownDatasetIsToldWithoutAReason() {
        tree.write("a.nc", "aaa");
        tree.survey(SurveyKind.SCAN, ALL);
        hold("a.nc", null, HoldingState.RETRACTED);
        assertThat(found(ALL)).extracting(Finding::text).containsExactly("its dataset was withdrawn");
    }
}
