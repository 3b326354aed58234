package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;

class PlacedFilesTest extends FinishingFixture {
    private static final FileId FIRST = new FileId(1);
    private static final Evidence EVIDENCE = new Evidence(EvidenceLevel.STREAM, sha256(CONTENT));

    private PlacedFiles.Look look(Map<FileId, StorePath> destinations) {
        return new PlacedFiles(store, JOB).look(ChunkRight.endless(0), destinations);
    }

    /** A run that records and places these files, numbered from 1, and dies before it forces a directory. */
    private void dieBeforeTheForce(StorePath... destinations) {
        for (int i = 0; i < destinations.length; i++) place(i + 1, destinations[i]);
        journal.close();
        store.restart();
    }

    private void place(int number, StorePath destination) {
        FileToFinish file = file(number, destination);
        try (WritableFile temporary = WritableFile.of(file.temporary())) {
            temporary.setAttributes(MODIFIED, 0640);
            temporary.force();
            area.force();
            journal.append(new JournalRecord.PieceReceived(
                    file.file(), EPOCH, temporary.inode(), (long) CONTENT.length * number));
            journal.append(new JournalRecord.Placing(
                    file.file(), EPOCH, temporary.inode(), CONTENT.length, MODIFIED, EVIDENCE));
            journal.sync();
            store.makeDirectories(destination.parent(), 0755);
            area.place(temporary.name(), destination, PlaceMode.NEW);
        }
    }

    @Test
    void fileThatWasPlacedIsFoundAndItsNameIsDurable() {
        dieBeforeTheForce(PATH);

        PlacedFiles.Look look = look(Map.of(FIRST, PATH));

        assertThat(look.placed()).isEqualTo(Map.of(FIRST, new PlacedFiles.Found(EVIDENCE, CONTENT.length)));
        assertThat(look.unknown()).isEmpty();
        assertThat(openTemporaries()).isEmpty();
        assertThat(store.openFiles()).isEmpty();
        store.powerCut();
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void eachFileIsToldWithItsOwnBytesAndEachDirectoryIsForcedOnce() {
        StorePath second = StorePath.ofUtf8("a/b/second.nc");
        StorePath third = StorePath.ofUtf8("a/third.nc");
        dieBeforeTheForce(PATH, second, third);

        PlacedFiles.Look look = look(Map.of(FIRST, PATH, new FileId(2), second, new FileId(3), third));

        assertThat(look.placed())
                .isEqualTo(Map.of(
                        FIRST,
                        new PlacedFiles.Found(EVIDENCE, CONTENT.length),
                        new FileId(2),
                        new PlacedFiles.Found(EVIDENCE, 2L * CONTENT.length),
                        new FileId(3),
                        new PlacedFiles.Found(EVIDENCE, 3L * CONTENT.length)));
        assertThat(store.calls(StoreCall.Kind.FORCE_DIRECTORY))
                .extracting(StoreCall::what)
                .containsExactlyInAnyOrder("/", "/a", "/a/b");
    }

    @Test
    void fileThatWasOnlyRecordedIsNotFoundAndNotPlaced() {
        dieAt(StoreCall.Kind.PLACE);
        journal.close();

        PlacedFiles.Look look = look(Map.of(FIRST, PATH));

        assertThat(look.placed()).isEmpty();
        assertThat(look.unknown()).isEmpty();
        assertThat(store.status(PATH)).isEmpty();
        assertThat(area.names()).contains("1-1.part");
    }

    @Test
    void anotherFileUnderTheNameIsNotFoundAsOurs() {
        dieBeforeTheForce(PATH);
        area.create("other").close();
        area.place("other", PATH, PlaceMode.REPLACE);

        PlacedFiles.Look look = look(Map.of(FIRST, PATH));

        assertThat(look.placed()).isEmpty();
        assertThat(look.unknown()).isEmpty();
        assertThat(store.calls(StoreCall.Kind.FORCE_DIRECTORY)).isEmpty();
    }

    @Test
    void onlyWhatWasAskedForIsTold() {
        dieBeforeTheForce(PATH);
        assertThat(look(Map.of(new FileId(2), PATH)).placed()).isEmpty();
        assertThat(look(Map.of()).placed()).isEmpty();
    }

    @Test
    void fileWithoutARecordBeforePlacingIsNotFound() {
        journal.append(new JournalRecord.PieceReceived(FIRST, EPOCH, 5, 11));
        journal.close();

        assertThat(look(Map.of(FIRST, PATH)).placed()).isEmpty();
        assertThat(look(Map.of(FIRST, PATH)).unknown()).isEmpty();
    }

    @Test
    void jobThatNeverRanLeavesNothingBehindByBeingLookedAt() {
        JobId other = new JobId(8);
        PlacedFiles.Look look = new PlacedFiles(store, other).look(ChunkRight.endless(0), Map.of(FIRST, PATH));

        assertThat(look.placed()).isEmpty();
        assertThat(store.workAreas()).containsExactly(JOB);
    }

    @Test
    void chunkThatNeverRanLeavesNothingBehindByBeingLookedAt() {
        PlacedFiles.Look look = new PlacedFiles(store, JOB).look(ChunkRight.endless(1), Map.of(FIRST, PATH));

        assertThat(look.placed()).isEmpty();
        assertThat(area.names()).containsExactly(TransferJournal.nameOf(ChunkRight.endless(0)));
    }

    @Test
    void damagedJournalTellsNothingOfAnyFileHoweverOftenItIsRead() {
        dieBeforeTheForce(PATH);
        try (WritableFile file =
                area.open(TransferJournal.nameOf(ChunkRight.endless(0))).orElseThrow()) {
            file.write(0, ByteBuffer.wrap(new byte[1]));
        }

        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> look(Map.of(FIRST, PATH)))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_DAMAGED));
        }
        assertThat(store.openFiles()).isEmpty();
    }

    @Test
    void forceThatFailedIsNeverRepeatedAndNobodyBelowIsToldAsPlaced() {
        StorePath sibling = StorePath.ofUtf8("a/b/sibling.nc");
        StorePath elsewhere = StorePath.ofUtf8("x/elsewhere.nc");
        dieBeforeTheForce(PATH, sibling, elsewhere);
        List<String> attempts = new ArrayList<>();
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.FORCE_DIRECTORY) return;
            attempts.add(call.what());
            if (call.what().equals("/a")) throw new MoverException(ErrorCode.SYNC_FAILED, "fsync said EIO");
        });
        PlacedFiles files = new PlacedFiles(store, JOB);

        PlacedFiles.Look look = files.look(
                ChunkRight.endless(0), Map.of(FIRST, PATH, new FileId(2), sibling, new FileId(3), elsewhere));
        PlacedFiles.Look again = files.look(ChunkRight.endless(0), Map.of(FIRST, PATH));

        assertThat(look.placed()).containsOnlyKeys(new FileId(3));
        assertThat(look.unknown()).containsOnlyKeys(FIRST, new FileId(2));
        assertThat(look.unknown().values())
                .allSatisfy(e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN))
                .allSatisfy(e -> assertThat(e.detail()).contains("/a could not be synced", "EIO"));
        assertThat(again.unknown()).containsOnlyKeys(FIRST);
        assertThat(attempts).containsOnlyOnce("/a").doesNotHaveDuplicates();
    }

    @Test
    void fileThatCannotBeLookedAtIsUnknownAndTheOthersAreFound() {
        StorePath second = StorePath.ofUtf8("second.nc");
        dieBeforeTheForce(PATH, second);

        PlacedFiles.Look look = look(Map.of(FIRST, StorePath.ofUtf8("second.nc/below"), new FileId(2), second));

        assertThat(look.unknown()).containsOnlyKeys(FIRST);
        assertThat(look.placed()).containsOnlyKeys(new FileId(2));
    }
}
