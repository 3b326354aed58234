package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With few file descriptors a session keeps few files open, and ends all the same. */
class FetchFilesAtOnceTest {
    private final FetchRig rig = new FetchRig(11);

    private int mostTemporaries;

    private boolean haveEnded(int files) {
        int open = (int) rig.store.workArea(FetchRig.JOB).names().stream()
                .filter(name -> name.endsWith(".part"))
                .count();
        mostTemporaries = Math.max(mostTemporaries, open);
        return rig.ended.size() == files;
    }

    @ParameterizedTest(name = "{0} blocks in each file, at most {1} at once")
    @CsvSource({"0.01, 4", "3, 4", "20, 4"})
    void noMoreFilesAreUnderWayThanTheProcessMayOpen(double blocks, int atOnce) {
        int files = 60;
        for (int i = 0; i < files; i++) rig.tree.addFile("f" + i, (int) (blocks * FetchRig.BLOCK_BYTES));
        rig.filesAtOnce = new FilesAtOnce(atOnce);
        rig.start();
        assertThat(rig.runUntil(() -> haveEnded(files))).isTrue();
        rig.assertArrived();
        assertThat(mostTemporaries).isBetween(1, atOnce);
        rig.stop();
    }

    @ParameterizedTest(name = "{0} blocks in each file, at most {1} at once")
    @CsvSource({"0.01, 3", "3, 1", "40, 1"})
    void aLimitOfFilesHoldsWhileASessionRunsAndIsLiftedAgain(double blocks, int atOnce) {
        int files = 30;
        for (int i = 0; i < files; i++) rig.tree.addFile("f" + i, (int) (blocks * FetchRig.BLOCK_BYTES));
        rig.start();
        rig.session.limitFiles(atOnce);
        int half = files / 2;
        boolean[] wasHeld = new boolean[1];
        assertThat(rig.runUntil(() -> {
                    wasHeld[0] |= rig.session.progress().heldByFiles();
                    return haveEnded(half) || rig.ended.size() > half;
                }))
                .isTrue();
        assertThat(mostTemporaries).isBetween(1, atOnce);
        assertThat(wasHeld[0]).isTrue();
        rig.session.limitFiles(0);
        assertThat(rig.runUntil(() -> haveEnded(files))).isTrue();
        rig.assertArrived();
        assertThat(mostTemporaries).as("after the limit").isGreaterThan(atOnce);
        assertThat(rig.session.progress().heldByFiles()).isFalse();
        rig.stop();
    }

    @ParameterizedTest(name = "{0} blocks in each file, at most {1} at once")
    @CsvSource({"3, 1", "20, 3"})
    void noMoreFilesAreOpenedThanTheWriterTakes(double blocks, int atOnce) {
        for (int i = 0; i < 20; i++) rig.tree.addFile("f" + i, (int) (blocks * FetchRig.BLOCK_BYTES));
        rig.filesOfWriterMax = atOnce;
        rig.start();
        int[] most = new int[1];
        assertThat(rig.runUntil(() -> {
                    most[0] = Math.max(most[0], rig.session.progress().filesActive());
                    return rig.ended.size() == 20;
                }))
                .isTrue();
        rig.assertArrived();
        assertThat(most[0]).isBetween(1, atOnce);
        rig.stop();
    }

    @ParameterizedTest(name = "{0} blocks in each file")
    @ValueSource(doubles = {0.01, 1})
    @Tag("U17")
    void filesThatOnlyWaitAtTheSourceAreNotShownAsActive(double blocks) {
        for (int i = 0; i < 40; i++) rig.tree.addFile("f" + i, (int) (blocks * FetchRig.BLOCK_BYTES));
        rig.start();
        int[] most = new int[2];
        assertThat(rig.runUntil(() -> {
                    FetchProgress now = rig.session.progress();
                    most[0] = Math.max(most[0], now.filesActive() - now.streams());
                    most[1] = Math.max(most[1], now.filesActive());
                    return rig.ended.size() == 40;
                }))
                .isTrue();
        assertThat(most[0]).as("more than streams").isLessThan(10);
        assertThat(most[1]).isPositive();
        assertThat(rig.session.progress().filesActive()).isZero();
        rig.stop();
    }

    @Test
    void aFileThatIsTriedAgainGoesOnAlthoughNoOtherMayBegin() {
        FileEntry broken = rig.tree.addFile("broken", 3 * FetchRig.BLOCK_BYTES);
        FileEntry large = rig.tree.addFile("large", 40 * FetchRig.BLOCK_BYTES);
        rig.tree.addFile("other", 3 * FetchRig.BLOCK_BYTES);
        rig.start();
        rig.session.limitFiles(1);
        MoverException reason = new MoverException(ErrorCode.SOURCE_READ_ERROR, "pread at 17 said EIO");
        rig.source.faults().fail(broken.source(), 2, reason);
        rig.source.faults().fail(large.source(), 2, reason);
        assertThat(rig.runUntil(() -> haveEnded(3))).isTrue();
        rig.assertArrived();
        assertThat(mostTemporaries).isEqualTo(1);
        rig.stop();
    }

    @ParameterizedTest
    @CsvSource({"8, 1, 8", "8, 2, 4", "8, 3, 2", "8, 20, 1"})
    void sessionsShareEvenly(int filesMax, int sessions, int share) {
        FilesAtOnce files = new FilesAtOnce(filesMax);
        for (int i = 0; i < sessions; i++) files.begin();
        assertThat(files.share()).isEqualTo(share);
        for (int i = 1; i < sessions; i++) files.end();
        assertThat(files.share()).isEqualTo(filesMax);
    }
}
