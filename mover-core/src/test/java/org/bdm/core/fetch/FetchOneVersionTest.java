package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All bytes of a placed file come from one version of its source (promise P6), whatever changes in between and however little shows it. */
class FetchOneVersionTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;
    private static final int BLOCKS = 60;

    private final FetchRig rig = new FetchRig(11);
    private FileEntry big;

    /** Who changes the source, so that its size and mtime stay. */
    enum Change {
        REWRITTEN_IN_PLACE(false) {
            @Override
            void make(SourceTree tree, StorePath path) {
                tree.rewriteInPlace(path, 99);
            }
        },
        REPLACED_BY_ANOTHER(false) {
            @Override
            void make(SourceTree tree, StorePath path) {
                tree.replace(path, 99);
            }
        },
        ONLY_ITS_MODE(true) {
            @Override
            void make(SourceTree tree, StorePath path) {
                tree.touchInode(path);
            }
        };

        private final boolean isHarmless;

        Change(boolean isHarmless) {
            this.isHarmless = isHarmless;
        }

        abstract void make(SourceTree tree, StorePath path);
    }

    @BeforeEach
    void oneBigFile() {
        big = rig.tree.addFile("big", BLOCKS * BLOCK + 5);
    }

    private void change(Change how) {
        how.make(rig.tree, big.source());
    }

    private void runToHalf() {
        rig.start();
        assertThat(rig.runUntil(() -> rig.bytesSent(big) > BLOCKS / 2 * BLOCK)).isTrue();
    }

    private void atBlock(int number, Consumer<StorePath> then) {
        int[] reads = new int[1];
        rig.source.faults().beforeRead = path -> {
            if (++reads[0] == number) then.accept(path);
        };
    }

    private void assertOneVersionArrives() {
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
    }

    @ParameterizedTest
    @EnumSource
    void sourceThatChangesDuringAPauseIsMovedAnew(Change how) {
        runToHalf();
        rig.stop();
        change(how);
        rig.start();
        assertOneVersionArrives();
    }

    @ParameterizedTest
    @EnumSource
    void sourceThatChangesAfterACrashIsMovedAnewEvenIfItDoesNotCompareVersions(Change how) {
        runToHalf();
        rig.die();
        change(how);
        rig.start();
        rig.source.faults().ignoresVersions = true;
        assertOneVersionArrives();
    }

    @ParameterizedTest
    @EnumSource
    void sourceThatChangesBetweenTwoRequestsOfOneSessionIsMovedAnew(Change how) {
        rig.start();
        atBlock(BLOCKS / 2, path -> change(how));
        assertOneVersionArrives();
    }

    @ParameterizedTest
    @EnumSource
    void sourceThatChangesWhenItsStreamIsLostIsMovedAnewEvenIfItDoesNotCompareVersions(Change how) {
        rig.start();
        rig.source.faults().ignoresVersions = true;
        rig.source.faults().loseStreamChance = 0.05;
        atBlock(BLOCKS / 2, path -> change(how));
        assertOneVersionArrives();
    }

    @ParameterizedTest
    @EnumSource
    void sourceThatChangesAfterItsLastByteIsMovedAnew(Change how) {
        long size = big.listed().version().size();
        boolean[] hasChanged = new boolean[1];
        rig.start();
        rig.source.faults().losesEnd = path -> {
            boolean isLastByte = !hasChanged[0] && rig.bytesSent(big) == size;
            if (isLastByte) change(how);
            hasChanged[0] |= isLastByte;
            return isLastByte;
        };
        assertOneVersionArrives();
        assertThat(rig.bytesSent(big)).isEqualTo(2 * size);
    }

    @ParameterizedTest
    @EnumSource
    void smallFileThatChangesAfterTheListingArrivesAsItIs(Change how) {
        FileEntry small = rig.tree.addFile("small", 700);
        how.make(rig.tree, small.source());
        rig.start();
        assertOneVersionArrives();
    }

    @ParameterizedTest
    @EnumSource
    void whatCameOfAVersionNewerThanTheListingIsNotSentTwiceAfterAPause(Change how) {
        change(how);
        runToHalf();
        rig.stop();
        rig.start();
        assertOneVersionArrives();
        assertThat(rig.bytesSent(big)).isLessThan((BLOCKS + 8L) * BLOCK);
    }

    @ParameterizedTest
    @EnumSource
    void whatCameOfAVersionThatIsGoneIsDroppedAfterAPause(Change how) {
        change(how);
        runToHalf();
        rig.stop();
        rig.tree.rewriteInPlace(big.source(), 7);
        rig.start();
        assertOneVersionArrives();
        if (how.isHarmless) assertThat(rig.bytesSent(big)).isGreaterThan(BLOCKS * BLOCK);
    }
}
