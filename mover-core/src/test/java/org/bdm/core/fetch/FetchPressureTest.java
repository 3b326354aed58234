package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Too many open files are pressure, at either end: files wait, and none fails for it. */
class FetchPressureTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;

    private final FetchRig rig = new FetchRig(8);

    private static MoverException tooManyOpen() {
        return new MoverException(ErrorCode.TOO_MANY_OPEN_FILES, "open of x said EMFILE");
    }

    /** As a catalog gives a file that has waited so often before. */
    private FileEntry afterRuns(FileEntry entry, int runs) {
        FileEntry again = new FileEntry(
                entry.file(),
                entry.source(),
                entry.destination(),
                entry.listed(),
                Optional.empty(),
                new EarlierRuns(runs, 0, 0));
        rig.tree.replaceEntry(again);
        return again;
    }

    private void runUntilNoneWaits() {
        for (int run = 0; run < 50; run++) {
            rig.start();
            rig.runToEnd();
            rig.stop();
            if (rig.waiting.isEmpty()) return;
        }
        assertThat(rig.waiting).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreCall.Kind.class,
            names = {"CREATE", "MAKE_DIRECTORIES", "PLACE"})
    void destinationWithTooManyOpenFilesTakesAllOfThemLater(StoreCall.Kind where) {
        List<FileEntry> files = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            files.add(afterRuns(rig.tree.addFile("d" + i % 3 + "/small" + i, 100 + i), 20));
        }
        files.add(afterRuns(rig.tree.addFile("d0/big", 20 * BLOCK), 20));
        boolean[] isShort = {true};
        rig.store.faults().beforeCall(call -> {
            if (isShort[0] && call.kind() == where && !isOfJournal(call)) throw tooManyOpen();
        });
        for (int run = 0; run < 3; run++) {
            rig.start();
            rig.runToEnd();
            rig.stop();
            assertThat(rig.ended).as("files that failed").isEmpty();
        }
        isShort[0] = false;
        runUntilNoneWaits();
        rig.assertArrived();
        if (where == StoreCall.Kind.CREATE) return;
        assertThat(files)
                .as("what had come is kept")
                .allSatisfy(file -> assertThat(rig.bytesSent(file))
                        .isEqualTo(rig.tree.file(file.source()).content().length));
    }

    @Test
    void fileOfWhichNothingHasComeIsBegunAgainInTheSameRun() {
        FileEntry file = rig.tree.addFile("big", 20 * BLOCK);
        int[] left = {RetryPolicy.PRESSURE_TRIES - 1};
        rig.store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.CREATE && !isOfJournal(call) && left[0]-- > 0;
            if (isHit) throw tooManyOpen();
        });
        rig.start();
        rig.runToEnd();
        assertThat(rig.waiting).isEmpty();
        assertThat(rig.outcome(file).state()).isEqualTo(FileState.DONE);
        rig.stop();
    }

    @Test
    void chunkWhoseJournalCannotBeOpenedIsBegunWhenItCan() {
        FileEntry file = rig.tree.addFile("big", 20 * BLOCK);
        int[] left = {10};
        rig.store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.CREATE && isOfJournal(call) && left[0]-- > 0;
            if (isHit) throw tooManyOpen();
        });
        rig.start();
        rig.runToEnd();
        assertThat(rig.waiting).isEmpty();
        assertThat(rig.outcome(file).state()).isEqualTo(FileState.DONE);
        rig.stop();
    }

    private static boolean isOfJournal(StoreCall call) {
        return call.what().contains("journal");
    }

    @Test
    void sourceWithTooManyOpenFilesIsAskedUntilItHasFewer() {
        FileEntry big = afterRuns(rig.tree.addFile("big", 20 * BLOCK), 20);
        FileEntry small = afterRuns(rig.tree.addFile("small", 500), 20);
        for (int run = 0; run < 3; run++) {
            rig.start();
            rig.source.faults().fail(big.source(), 100, tooManyOpen());
            rig.source.faults().fail(small.source(), 100, tooManyOpen());
            rig.runToEnd();
            assertThat(rig.waiting).containsOnlyKeys(big.file(), small.file());
            rig.stop();
        }
        runUntilNoneWaits();
        rig.assertArrived();
    }

    @Test
    void fileThatCannotBeOpenedToBeComparedIsComparedLater() {
        FileEntry same = rig.tree.addFile("same", 300);
        WorkArea area = rig.store.workArea(new JobId(99));
        try (WritableFile file = area.create("left")) {
            file.write(0, ByteBuffer.wrap(rig.tree.file(same.source()).content()));
        }
        area.place("left", same.destination(), PlaceMode.NEW);
        rig.store.faults().failNextOpens(3, tooManyOpen());
        runUntilNoneWaits();
        assertThat(rig.outcome(same).state()).isEqualTo(FileState.SKIPPED_SAME);
        assertThat(rig.bytesSent(same)).isZero();
    }

    @Test
    void fileThatIsOfflineWhereItIsToBeComparedWaitsForItAndIsNeitherSentNorReplaced() {
        FileEntry same = rig.tree.addFile("same", 300);
        WorkArea area = rig.store.workArea(new JobId(99));
        try (WritableFile file = area.create("left")) {
            file.write(0, ByteBuffer.wrap(rig.tree.file(same.source()).content()));
        }
        area.place("left", same.destination(), PlaceMode.NEW);
        rig.store.faults().failNextOpens(1, new MoverException(ErrorCode.BEING_STAGED, "on tape"));
        rig.start();
        rig.runToEnd();
        assertThat(rig.waiting.get(same.file()).reason().code()).isEqualTo(ErrorCode.BEING_STAGED);
        rig.stop();

        runUntilNoneWaits();
        assertThat(rig.outcome(same).state()).isEqualTo(FileState.SKIPPED_SAME);
        assertThat(rig.bytesSent(same)).isZero();
    }
}
