package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table "Inside a fetch session" of docs/states.md is what the code allows, pair by pair. */
class FileStageTest {
    private static final Map<FileStage, Set<FileStage>> DOCUMENTED = new EnumMap<>(FileStage.class);
    private static final Map<FileStage, String> SHOWN_AS = new EnumMap<>(FileStage.class);

    @BeforeAll
    static void readTheTable() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "states.md"));
        String section = page.substring(page.indexOf("### Inside a fetch session"), page.indexOf("## Holding"));
        for (String line : section.split("\n")) {
            String[] cells = line.split("\\|");
            if (cells.length < 4 || !cells[1].trim().matches("[A-Z]+")) continue;
            Set<FileStage> next = EnumSet.noneOf(FileStage.class);
            if (!cells[3].trim().equals("-")) {
                for (String name : cells[3].split(",")) next.add(FileStage.valueOf(name.trim()));
            }
            DOCUMENTED.put(FileStage.valueOf(cells[1].trim()), next);
            SHOWN_AS.put(FileStage.valueOf(cells[1].trim()), cells[2].trim());
        }
    }

    static Stream<Arguments> pairs() {
        return Arrays.stream(FileStage.values())
                .flatMap(from -> Arrays.stream(FileStage.values()).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aFileMakesTheTransitionsOfTheTableAndNoOther(FileStage from, FileStage to) {
        FileProgress file = fileIn(from);
        if (DOCUMENTED.get(from).contains(to)) {
            file.enter(to);
            assertThat(file.stage()).isEqualTo(to);
        } else {
            assertThatThrownBy(() -> file.enter(to))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(from.name())
                    .hasMessageContaining(to.name());
            assertThat(file.stage()).isEqualTo(from);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ENDED")
    void aStageIsShownAsTheTableSays(FileStage stage) {
        assertThat(SHOWN_AS.get(stage)).isEqualTo(stage.shownAs().name());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aTransitionOfStagesIsOneOfTheStatesThatAreShown(FileStage from, FileStage to) {
        if (!from.mayBecome(to) || to == FileStage.ENDED) return;
        FileState shown = from.shownAs();
        assertThat(shown == to.shownAs() || shown.mayBecome(to.shownAs())).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RECOVERING", "COMPLETING", "FINISHING"})
    void aFileIsNotDoneBeforeItIsVerified(FileStage stage) {
        VirtualTime time = new VirtualTime();
        FetchRuntime runtime = new FetchRuntime(time, time, time.clock(), time::nanoTime, new Random(1));
        FetchParts parts = new FetchParts(FetchRig.JOB, null, null, null, null, runtime);
        Outcomes outcomes = new Outcomes(new FetchState(parts, null, null));
        FileProgress file = fileIn(stage);
        assertThatThrownBy(() -> outcomes.succeeded(file, FileState.DONE, null))
                .isInstanceOf(IllegalStateException.class);
        assertThat(file.stage()).isEqualTo(stage);
    }

    @ParameterizedTest
    @EnumSource
    void everyStageIsReachedFromTheFirst(FileStage stage) {
        assertThat(wayTo(stage)).as("ways to %s", stage).isNotNull();
    }

    @Test
    void aStepThatCannotBeEndsTheSessionAndTheNextSessionEndsTheJob() {
        FetchRig rig = new FetchRig(1);
        FileEntry large = rig.tree.addFile("a", 100 * FetchRig.BLOCK_BYTES);
        rig.isDefectExpected = true;
        rig.start();
        rig.runUntil(() -> rig.bytesSent(large) > 5 * FetchRig.BLOCK_BYTES);
        rig.stages.hasher.tellTooEarly(large.file());
        rig.runUntil(() -> !rig.blocked.isEmpty());
        assertThat(rig.blocked).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(reason.detail()).contains("was hashed before it was complete");
        });
        rig.stop();

        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void aTransitionThatCannotBeIsRefusedWithTheNamesOfBothStages() {
        FileProgress file = fileIn(FileStage.COMPLETING);
        assertThatThrownBy(() -> file.enter(FileStage.PLANNED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("from COMPLETING to PLANNED");
        assertThat(file.stage()).isEqualTo(FileStage.COMPLETING);
    }

    private static FileProgress fileIn(FileStage stage) {
        FileProgress file = new FileProgress(new SourceTree().addFile("f", 1), null, null);
        wayTo(stage).forEach(file::enter);
        return file;
    }

    /** The stages after the first on a shortest way. */
    private static List<FileStage> wayTo(FileStage stage) {
        Map<FileStage, List<FileStage>> ways = new EnumMap<>(Map.of(FileStage.PREPARING, List.of()));
        Deque<FileStage> toLookAt = new ArrayDeque<>(List.of(FileStage.PREPARING));
        while (!toLookAt.isEmpty()) {
            FileStage from = toLookAt.poll();
            for (FileStage next : DOCUMENTED.get(from)) {
                List<FileStage> way = new ArrayList<>(ways.get(from));
                way.add(next);
                if (ways.putIfAbsent(next, way) == null) toLookAt.add(next);
            }
        }
        return ways.get(stage);
    }
}
