package org.bdm.core.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The controller on simulated paths, against fixed numbers, a hill climber and the rule of FTS3. docs/adaptation.md has the table. */
class ParallelismSimulationTest {
    private static final int SEEDS = 3;

    @ParameterizedTest
    @CsvSource({"0.07, 0.95", "0.15, 0.94"})
    void isNearTheBestFixedNumbersOnEverySteadyPath(double noise, double share) {
        for (SimulatedPath.Files files : SimulatedPath.Files.values()) {
            for (SimulatedPath path : SimulatedPaths.steady(files, noise)) {
                double ours = SimulationScores.steadySpeed(path, Contender::ours, SEEDS);
                double best = SimulationScores.bestFixedSpeed(path, SEEDS);
                assertThat(ours / best).as(path.name() + ", " + files).isGreaterThan(share);
            }
        }
    }

    @Test
    void losesNowhereMoreThanTwoPercentAgainstEightOfEach() {
        for (SimulatedPath.Files files : SimulatedPath.Files.values()) {
            for (SimulatedPath path : SimulatedPaths.steady(files, 0.07)) {
                double ours = SimulationScores.steadySpeed(path, Contender::ours, SEEDS);
                double eight = SimulationScores.steadySpeed(path, Contender.fixed(8), SEEDS);
                assertThat(ours / eight).as(path.name() + ", " + files).isGreaterThan(0.98);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reachesNinetyPercentWithinFiveIntervalsOfAStep(boolean isDown) {
        List<Integer> all = new ArrayList<>();
        for (SimulatedPath path : SimulatedPaths.withStep(0.07, isDown)) {
            List<Integer> intervals = SimulationScores.intervalsAfterStep(path, Contender::ours, 30);
            assertThat(SimulationScores.shareWithin(intervals, 5))
                    .as(path.name())
                    .isGreaterThanOrEqualTo(0.9);
            all.addAll(intervals);
        }
        assertThat(SimulationScores.shareWithin(all, 5)).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void sharesALinkEvenlyBetweenFourTransfersThatBeganOneAfterTheOther() {
        for (SimulatedPath path : SimulationScores.shared(0.07)) {
            for (int seed = 1; seed <= 8; seed++) {
                double index = SimulationScores.jainIndex(path, Contender::ours, seed);
                assertThat(index).as(path.name() + ", seed " + seed).isGreaterThanOrEqualTo(0.95);
            }
        }
    }

    @Test
    void losesLittleByStallsOfTheDisk() {
        for (SimulatedPath path : SimulatedPaths.withStalls(0.07)) {
            SimulatedRun run = SimulatedRun.of(path, Contender::ours, 1, SimulationScores.INTERVALS);
            assertThat(run.regret(SimulationScores.STEADY_FROM, SimulationScores.INTERVALS))
                    .as(path.name())
                    .isLessThan(0.05);
        }
    }

    @Test
    @Tag("long")
    void writesTheTableOfAllControllers() throws IOException {
        String table = "Noise 7 %\n\n" + SimulationScores.table(0.07, SEEDS) + "\nNoise 15 %\n\n"
                + SimulationScores.table(0.15, SEEDS);
        Path file = Path.of("target", "adaptation.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, table);
        assertThat(table).contains("| this controller |");
    }
}
