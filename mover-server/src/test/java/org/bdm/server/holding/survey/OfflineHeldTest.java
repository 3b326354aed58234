package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.bdm.core.store.PlayedHsm;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.ScrubSettings;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.holding.record.HoldingRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What looks after held files reads none that its HSM has moved away, and takes none for absent. */
class OfflineHeldTest {
    private static final String ALL = "bdm://here/in/";
    private static final List<String> AWAY = List.of("b.nc", "d.nc");

    private final PlayedHsm hsm = new PlayedHsm();
    private final TurnedClock clock =
            new TurnedClock(Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS));

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
        for (String name : List.of("a.nc", "b.nc", "c.nc", "d.nc")) tree.write(name, "content of " + name);
        tree.survey(SurveyKind.SCAN, ALL);
        tree.watch(hsm);
        for (String name : AWAY) hsm.move(StorePath.ofUtf8(name), Presence.OFFLINE);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private void assertOnlyThoseOnDiskWereRead() {
        for (String name : List.of("a.nc", "c.nc"))
            assertThat(tree.holding(name).state()).as(name).isEqualTo(HoldingState.READ);
        for (String name : AWAY) assertThat(tree.holding(name).state()).as(name).isEqualTo(HoldingState.UNVERIFIED);
    }

    @Test
    void scanAndReconciliationReadNothingAndMissNothing() {
        assertThat(tree.findings(tree.survey(SurveyKind.SCAN, ALL))).isEmpty();
        assertThat(tree.findings(tree.survey(SurveyKind.RECONCILE, ALL))).isEmpty();
        assertThat(hsm.wanted()).isEmpty();
    }

    @Test
    void verificationPassesOverWhatIsOfflineAndSaysHowMuch() {
        Survey survey = tree.survey(SurveyKind.VERIFY, ALL);

        assertThat(tree.findings(survey))
                .extracting(Finding::kind, Finding::text)
                .containsExactly(tuple(
                        FindingKind.OFFLINE,
                        "this and 1 other are offline, and not read; the evidence stays; not recalled for a check"));
        assertOnlyThoseOnDiskWereRead();
        assertThat(hsm.wanted()).isEmpty();
    }

    @Test
    void verificationWantsThemOnDiskWhereThatIsSetAndReadsThemTheNextTime() {
        hsm.recallsForChecks();
        Survey survey = tree.survey(SurveyKind.VERIFY, ALL);
        assertThat(tree.findings(survey))
                .singleElement()
                .extracting(Finding::text)
                .asString()
                .contains("2 of them wanted on disk");
        assertThat(hsm.wanted())
                .containsExactlyInAnyOrderElementsOf(
                        AWAY.stream().map(StorePath::ofUtf8).toList());

        hsm.wanted().forEach(hsm::bring);
        assertThat(tree.findings(tree.survey(SurveyKind.VERIFY, ALL))).isEmpty();
        assertThat(tree.holding("b.nc").state()).isEqualTo(HoldingState.READ);
    }

    @Test
    void fileThatLeavesTheDiskBetweenTheQuestionAndTheReadingIsPassedOver() {
        hsm.bring(StorePath.ofUtf8("b.nc"));
        hsm.moveAfterNextQuestion(StorePath.ofUtf8("b.nc"));
        Survey survey = tree.survey(SurveyKind.VERIFY, ALL);

        assertThat(tree.findings(survey)).extracting(Finding::kind).containsExactly(FindingKind.OFFLINE);
        assertOnlyThoseOnDiskWereRead();
    }

    @Test
    void scrubPassesOverWhatIsOfflineAndSaysHowMuch() {
        HoldingScrub.HeldParts parts =
                new HoldingScrub.HeldParts(tree.catalog, tree.exports, new HoldingRecords(tree.catalog, clock), clock);
        HoldingScrub scrub = HoldingScrub.timed(parts, () -> 0, nanos -> {}, () -> true);
        ScrubSettings all =
                new ScrubSettings(true, ScrubSettings.ALL_MILLIPERCENT, 0, 0, ZoneOffset.UTC, 1_000_000_000);
        tree.catalog.scrubs().set(all, tree.catalog.scrubs().week().filesMax()).join();
        clock.turn(Duration.ofSeconds(2));
        scrub.pass();

        assertOnlyThoseOnDiskWereRead();
        assertThat(tree.catalog.scrubs().week().unreadable()).isZero();
        assertThat(tree.catalog.scrubs().week().trouble())
                .isEqualTo("in/b.nc: this and 1 other are offline, and not read; the evidence stays;"
                        + " not recalled for a check");
        scrub.close();
    }
}
