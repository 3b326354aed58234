package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an earlier run recorded and may have placed: taken as ours only if it is that very file. */
class RecoveredFileTest extends FinishingFixture {
    private static final FinishResult NOT_RECOVERED = new FinishResult.NotRecovered(new FileId(1));

    /** A file that was placed, and a record that differs by so much. */
    private FileToRecover recorded(long inodeMore, long sizeMore) {
        JournalRecord.Placing left = dieAt(StoreCall.Kind.FORCE_DIRECTORY).placing();
        JournalRecord.Placing other = new JournalRecord.Placing(
                left.file(), left.epoch(), left.inode() + inodeMore, left.size() + sizeMore, MODIFIED, left.evidence());
        return new FileToRecover(other, PATH, ChunkRight.endless(0));
    }

    @Test
    void placedFileIsToldWithTheEvidenceOfItsRecordAndNotReadAgain() {
        FileToRecover left = dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        finisher.recover(left);

        assertThat(result())
                .isEqualTo(new FinishResult.Placed(
                        new FileId(1), Optional.of(left.placing().evidence())));
        assertThat(store.calls(StoreCall.Kind.READ_BACK)).isEmpty();
    }

    @Test
    void secondNameThatADeathBetweenLinkAndUnlinkLeftIsDeleted() {
        FileToRecover left = dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        area.link("1-1.part", PATH, PATH);
        finisher.recover(left);

        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        assertThat(area.names()).containsExactly("chunk-0.journal");
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void fileOfAnotherInodeIsNotOurs() {
        FileToRecover other = recorded(1, 0);
        finisher.recover(other);
        assertThat(result()).isEqualTo(NOT_RECOVERED);
    }

    @Test
    void fileOfAnotherSizeIsNotOurs() {
        FileToRecover other = recorded(0, 1);
        finisher.recover(other);
        assertThat(result()).isEqualTo(NOT_RECOVERED);
    }

    /** A file system may keep microseconds, or two seconds: then the stored time has no fraction. */
    @ParameterizedTest
    @CsvSource({
        "2019-01-01T00:00:00.000001Z, 1000, true",
        "2019-01-01T00:00:00.000001Z, -1000, true",
        "2019-01-01T00:00:00.000001Z, 1001, false",
        "2019-01-01T00:00:00.000001Z, -1001, false",
        "2019-01-01T00:00:00Z, 2000000000, true",
        "2019-01-01T00:00:00Z, -2000000000, true",
        "2019-01-01T00:00:00Z, 2000000001, false",
        "2019-01-01T00:00:00Z, -2000000001, false",
    })
    void timeThatTheFileSystemRoundedIsStillTheSame(Instant stored, long nanosApart, boolean isSame) {
        finisher.finish(file(1, PATH, stored));
        level();
        journal.close();
        journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
        JournalRecord.Placing placing =
                journal.histories().get(new FileId(1)).placing().orElseThrow();
        JournalRecord.Placing asked = new JournalRecord.Placing(
                placing.file(),
                placing.epoch(),
                placing.inode(),
                placing.size(),
                stored.plusNanos(nanosApart),
                placing.evidence());

        finisher.recover(new FileToRecover(asked, PATH, ChunkRight.endless(0)));

        if (isSame) {
            assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        } else {
            assertThat(result()).isEqualTo(NOT_RECOVERED);
        }
    }

    @Test
    void temporaryFileOfAnotherSizeIsLeftForItsMarksAndClosed() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        try (WritableFile temporary = area.open("1-1.part").orElseThrow()) {
            temporary.resize(CONTENT.length + 1);
        }
        finisher.recover(left);

        assertThat(result()).isEqualTo(NOT_RECOVERED);
        assertThat(area.names()).contains("1-1.part");
        assertThat(openTemporaries()).isEmpty();
    }

    @Test
    void temporaryFileOfAnotherInodeIsNotPlacedEvenWithTheSameBytes() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        try (WritableFile another = area.create("1-1.part")) {
            another.write(0, ByteBuffer.wrap(CONTENT));
        }
        finisher.recover(left);

        assertThat(result()).isEqualTo(NOT_RECOVERED);
        assertThat(store.status(PATH)).isEmpty();
        assertThat(openTemporaries()).isEmpty();
    }

    @Test
    void temporaryFileThatWasPlacedAfterAllIsClosed() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        finisher.recover(left);

        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        assertThat(openTemporaries()).isEmpty();
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void temporaryFileThatCannotBeForcedAgainIsNotPlaced() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        store.faults().failNextForce();
        finisher.recover(left);

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.SYNC_FAILED);
        assertThat(store.status(PATH)).isEmpty();
        assertThat(openTemporaries()).isEmpty();
    }

    @Test
    void destinationThatCannotBeLookedAtFailsTheFileAndKeepsWhatIsThere() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        area.create("blocker").close();
        area.place("blocker", StorePath.ofUtf8("file"), PlaceMode.NEW);
        finisher.recover(new FileToRecover(left.placing(), StorePath.ofUtf8("file/below"), ChunkRight.endless(0)));

        FinishResult.Failed failed = failure();
        assertThat(failed.file()).isEqualTo(new FileId(1));
        assertThat(failed.temporaryKept()).isTrue();
        assertThat(area.names()).contains("1-1.part");
    }

    @Test
    void directoryOfAPlacedFileThatCannotBeForcedLeavesItUnknown() {
        FileToRecover left = dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.FORCE_DIRECTORY) throw new MoverException(ErrorCode.SYNC_FAILED, "EIO");
        });
        finisher.recover(left);

        FinishResult.Failed failed = failure();
        assertThat(failed.file()).isEqualTo(new FileId(1));
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }
}
