package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison with the replica sets says of whole datasets. */
class ReconciledDatasetsTest {
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final Instant THEN = Instant.parse("2026-11-20T10:00:00.123Z");

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

    private void hold(String path, HoldingState state) {
        Holding holding = new Holding(
                HeldTree.IN,
                StorePath.ofUtf8(path),
                DATASET,
                "a.nc".length(),
                THEN,
                state,
                THEN,
                List.of(),
                0,
                null,
                null);
        tree.catalog.holdings().put(List.of(holding)).join();
    }

    private void publish(ReplicaSet set) {
        tree.catalog.replicaSets().put(set, Map.of()).join();
    }

    private static ReplicaSet deprecated(ReplicaSet set) {
        return new ReplicaSet(
                set.instanceId(),
                set.project(),
                set.latest(),
                set.retracted(),
                true,
                set.pid(),
                set.directory(),
                set.variants(),
                set.nodes(),
                set.claims(),
                set.notes());
    }

    private List<Finding> compared(String below, boolean mayGoOn) {
        Survey survey = tree.catalog
                .surveys()
                .begin(SurveyKind.RECONCILE, "ann", "bdm://here/in/", true, OptionalLong.empty(), 10)
                .join();
        SurveyLog log = new SurveyLog(tree.catalog, survey.number(), Clock.systemUTC());
        new HoldingIndexComparison(tree.catalog, HeldTree.IN, StorePath.ofUtf8(below), log, () -> mayGoOn).run();
        log.flush();
        tree.catalog.surveys().end(survey.number(), null).join();
        return tree.findings(survey);
    }

    private List<Finding> compared() {
        return compared("d", true);
    }

    @Test
    void datasetThatIsCurrentAndHeldAsPublishedIsNotFound() {
        publish(new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1).set());
        hold("d/a.nc", HoldingState.UNVERIFIED);
        assertThat(compared()).isEmpty();
    }

    @Test
    void listWhoseExtentIsContestedIsFoundBecauseFilesMayBeMissing() {
        publish(new PublishedDataset(DATASET, List.of("a.nc"))
                .at("x.org", 1)
                .announced("x.org", 7)
                .set());
        hold("d/a.nc", HoldingState.UNVERIFIED);
        hold("d/b.nc", HoldingState.UNVERIFIED);
        assertThat(compared())
                .extracting(Finding::kind, found -> found.path().shown())
                .containsExactlyInAnyOrder(tuple(FindingKind.MISSING, "d"), tuple(FindingKind.EXTRA, "d/b.nc"));
        assertThat(compared()).extracting(Finding::text).anyMatch(text -> text.contains("is not certain"));
        assertThat(compared()).extracting(Finding::text).anyMatch(text -> text.contains("may lack some"));
    }

    @Test
    void fileThatIsNotAmongThePublishedOnesIsFound() {
        publish(new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1).set());
        hold("d/a.nc", HoldingState.UNVERIFIED);
        hold("d/b.nc", HoldingState.UNVERIFIED);
        assertThat(compared()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(FindingKind.EXTRA);
            assertThat(found.text()).isEqualTo("is not among the published files of its dataset");
        });
    }

    @Test
    void datasetThatWasReplacedIsFoundOnce() {
        publish(deprecated(
                new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1).set()));
        hold("d/a.nc", HoldingState.UNVERIFIED);
        assertThat(compared()).extracting(Finding::kind).containsExactly(FindingKind.SUPERSEDED);
    }

    @Test
    void withdrawnDatasetIsToldFileByFileWhereItsFilesAreMarked() {
        PublishedDataset withdrawn = new PublishedDataset(DATASET, List.of("a.nc")).at("x.org", 1);
        withdrawn.isRetracted = true;
        hold("d/a.nc", HoldingState.DAMAGED);
        publish(withdrawn.set());
        assertThat(compared()).extracting(Finding::kind).containsExactly(FindingKind.RETRACTED);
        hold("d/a.nc", HoldingState.UNVERIFIED);
        assertThat(tree.holding("d/a.nc").state()).isEqualTo(HoldingState.RETRACTED);
        assertThat(compared()).isEmpty();
    }

    @Test
    void onlyWhatIsBelowTheDirectoryIsComparedAndOnlyWhileItMayGoOn() {
        publish(new PublishedDataset(DATASET, List.of("b.nc")).at("x.org", 1).set());
        hold("d/a.nc", HoldingState.UNVERIFIED);
        assertThat(compared("elsewhere", true)).isEmpty();
        assertThatThrownBy(() -> compared("d", false))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
}
