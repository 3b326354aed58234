package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningFetchTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;

    private final FetchRig rig = new FetchRig(1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1000, 1001, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 77, 40 * BLOCK})
    void aFileOfAnySizeArrives(int size) {
        FileEntry entry = rig.tree.addFile("a/b", size);
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        FileOutcome outcome = rig.outcome(entry);
        assertThat(outcome.state()).isEqualTo(FileState.DONE);
        assertThat(outcome.evidence()).isNotNull();
        assertThat(outcome.bytesMoved()).isEqualTo(size);
        assertThat(outcome.bytesResent()).isZero();
        assertThat(rig.session.progress().bytesMoved()).isEqualTo(size);
        rig.stop();
    }

    /** Time passes only when nothing is to be done: a passing error of the source makes the session wait for a moment. */
    private void moveHalf(FileEntry entry) {
        rig.start();
        assertThat(rig.runUntil(() -> rig.source.bytesSentTotal() > 200L * BLOCK))
                .isTrue();
        rig.source.faults().fail(entry.source(), 1, new MoverException(ErrorCode.TIMED_OUT, "for a moment"));
        assertThat(rig.runUntil(() -> rig.session.progress().underWay().durable() > 100L * BLOCK))
                .as("it grows before the end")
                .isTrue();
    }

    @Test
    void bytesOfAFileAreUnderWayUntilItEndsAndNotAfterItsOutcomeIsTold() {
        FileEntry entry = rig.tree.addFile("big", 400 * BLOCK);
        moveHalf(entry);
        FetchProgress progress = rig.session.progress();
        assertThat(progress.underWay().moved())
                .isBetween(progress.underWay().durable(), progress.bytesMoved())
                .isLessThan(400L * BLOCK);
        assertThat(progress.files())
                .containsExactly(new FileUnderWay(entry.file(), FileState.ACTIVE, progress.underWay()));
        assertThat(progress.stages())
                .extracting(StageLoad::stage)
                .containsExactly("source", "network", "disk", "hash", "place");
        assertThat(progress.stages())
                .allSatisfy(load -> assertThat(load.fullness()).isBetween(0.0, 1.0));
        assertThat(progress.stages().get(0).parallelism()).as("files asked for").isEqualTo(1);
        assertThat(progress.stages().get(1).parallelism()).as("streams").isEqualTo(2);
        assertThat(progress.stages().get(2).bytesPerSecond()).isPositive();
        assertThat(progress.stages().get(3).bytesPerSecond()).isPositive();
        assertThat(progress.limit().stage()).isIn("source", "network");
        rig.onEachOutcome(outcome -> assertThat(rig.session.progress().underWay())
                .as("when the end is told")
                .isEqualTo(BytesUnderWay.NONE));
        rig.runToEnd();
        rig.stop();
    }

    @Test
    void whatAnEarlierRunMadeDurableIsUnderWayAgainSoonAfterARestart() {
        FileEntry entry = rig.tree.addFile("big", 400 * BLOCK);
        moveHalf(entry);
        long before = rig.session.progress().underWay().durable();
        rig.stop();
        rig.start();
        rig.runUntil(() -> rig.source.bytesSentTotal() > 0);
        rig.source.faults().fail(entry.source(), 1, new MoverException(ErrorCode.TIMED_OUT, "for a moment"));
        assertThat(rig.runUntil(() -> rig.session.progress().underWay().durable() > 0))
                .isTrue();
        assertThat(rig.session.progress().underWay().durable()).isGreaterThanOrEqualTo(before);
        assertThat(rig.session.progress().underWay().moved()).isGreaterThanOrEqualTo(before);
        rig.runToEnd();
        rig.stop();
    }

    @Test
    void holesAreNotSentAndArriveAsZeros() {
        FileEntry entry = rig.tree.addFile("sparse", 6 * BLOCK);
        rig.tree.hole(entry, new ByteRange(BLOCK, 3L * BLOCK));
        FileEntry small = rig.tree.addFile("small", 900);
        rig.tree.hole(small, new ByteRange(0, 900));
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(entry).bytesMoved()).isEqualTo(3L * BLOCK);
        assertThat(rig.outcome(entry).bytesResent()).isZero();
        rig.stop();
    }

    @Test
    void aTreeArrivesAndIsTheSameTheNextTime() {
        FileEntry directory = rig.tree.addDirectory("d");
        FileEntry empty = rig.tree.addDirectory("d/empty");
        rig.tree.addLink("d/link", "f");
        rig.tree.addFile("d/f", 3 * BLOCK);
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
        for (FileEntry entry : List.of(empty, directory)) { // as the end of a job does it
            rig.store.setDirectoryAttributes(entry.destination(), SourceTree.MODIFIED, -1);
        }

        rig.ended.clear();
        rig.start();
        rig.runToEnd();
        assertThat(rig.ended.values()).allMatch(outcome -> outcome.state() == FileState.SKIPPED_SAME);
        assertThat(rig.source.bytesSentTotal()).isZero();
        rig.stop();
    }

    @Test
    void manyFilesInManyChunksAllEndAndEveryChunkIsToldOnce() {
        for (int i = 0; i < 300; i++) rig.tree.addFile("d" + i % 7 + "/f" + i, i * 37 % 3000);
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        rig.settle();
        assertThat(rig.chunksEnded).hasSize(30);
        assertThat(rig.source.bytesOutstandingMost()).isLessThanOrEqualTo(16L * BLOCK);
        rig.stop();
    }
}
