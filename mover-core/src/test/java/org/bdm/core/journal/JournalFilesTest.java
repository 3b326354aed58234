package org.bdm.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.OptionalInt;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;

/** What becomes of the journal's file, and what a new attempt or a placing does to what was recorded before. */
class JournalFilesTest {
    private static final JobId JOB = new JobId(5);
    private static final FileId FILE = new FileId(77);
    private static final Epoch FIRST = new Epoch(1);
    private static final Epoch SECOND = new Epoch(2);
    private static final Instant MODIFIED = Instant.parse("2018-08-03T10:11:12Z");
    private static final FileVersion SOURCE = new FileVersion(3000, MODIFIED, MODIFIED, 4);

    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(JOB);

    private TransferJournal open() {
        return TransferJournal.open(area, JOB, ChunkRight.endless(2));
    }

    private FileHistory reopened() {
        try (TransferJournal journal = open()) {
            return journal.histories().get(FILE);
        }
    }

    private static JournalRecord.BlockReceived block(long offset) {
        return new JournalRecord.BlockReceived(FILE, FIRST, new ByteRange(offset, 1000), (int) offset);
    }

    @Test
    void nameOfATemporaryFileTellsFileAndEpoch() {
        assertThat(TemporaryName.of(FILE, SECOND, 0)).isEqualTo("77-2.part");
    }

    @Test
    void pieceOfAPackBeginsANewEpoch() {
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(block(0));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
            journal.append(new JournalRecord.PieceReceived(FILE, SECOND, 11, 3000));
        }

        FileHistory history = reopened();
        assertThat(history.epoch()).isEqualTo(SECOND);
        assertThat(history.inode()).isEqualTo(11);
        assertThat(history.source()).isEmpty();
        assertThat(history.durable()).isEmpty();
        assertThat(history.bytesReceived()).isEqualTo(4000);
    }

    @Test
    void recordBeforePlacingIsAMarkForTheWholeFile() {
        Evidence evidence = new Evidence(
                EvidenceLevel.STREAM, Checksum.ofHex(ChecksumAlgorithm.MD5, "000102030405060708090a0b0c0d0e0f"));
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(block(0));
            journal.append(new JournalRecord.Placing(FILE, FIRST, 9, 1000, MODIFIED, evidence));
        }

        assertThat(reopened().durable()).containsExactly(new DurableBlock(new ByteRange(0, 1000), OptionalInt.of(0)));
    }

    @Test
    void journalThatWasOpenedSurvivesAPowerCutWhole() {
        open();
        store.powerCut();

        try (WritableFile file =
                area.open(TransferJournal.nameOf(ChunkRight.endless(2))).orElseThrow()) {
            assertThat(file.size()).isEqualTo(JournalFormat.HEADER_BYTES);
        }
        try (TransferJournal journal = open()) {
            assertThat(journal.damage()).isEmpty();
        }
    }

    @Test
    void syncAfterAFailedWriteFailsTooAsItWouldConfirmWhatIsNotThere() {
        try (TransferJournal journal = open()) {
            journal.append(block(0));
            store.faults().spaceBytes(10);
            assertThatThrownBy(() -> journal.append(block(1000))).hasMessageContaining("ENOSPC");
            store.faults().spaceBytes(Long.MAX_VALUE);

            assertThatThrownBy(journal::sync).hasMessageContaining("failed before");
        }
    }

    @Test
    void closedJournalStaysForTheNextRun() {
        TransferJournal journal = open();
        journal.append(block(0));
        journal.close();

        assertThat(store.openFiles()).isEmpty();
        assertThat(reopened().bytesReceived()).isEqualTo(1000);
        assertThat(store.openFiles()).isEmpty();
    }

    @Test
    void removedJournalIsClosedAndGone() {
        TransferJournal journal = open();
        journal.append(block(0));
        journal.remove();

        assertThat(store.openFiles()).isEmpty();
        assertThat(area.names()).isEmpty();
    }

    @Test
    void journalThatIsThrownAwayIsClosedBeforeItIsMadeAnew() {
        try (WritableFile damaged = area.create(TransferJournal.nameOf(ChunkRight.endless(2)))) {
            damaged.write(0, ByteBuffer.wrap(new byte[100]));
        }
        TransferJournal journal = open();

        assertThat(journal.damage()).isPresent();
        assertThat(store.openFiles()).containsExactly("job-5/chunk-2.journal");
    }

    @Test
    void journalThatCannotBeMadeLeavesNoFileOpen() {
        store.faults().failNextForce();
        assertThatThrownBy(this::open).hasMessageContaining("EIO");
        assertThat(store.openFiles()).isEmpty();
    }

    @Test
    void journalThatCannotBeReadLeavesNoFileOpen() {
        open().close();
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.FORCE) throw new MoverException(ErrorCode.SYNC_FAILED, "fsync said EIO");
        });
        assertThatThrownBy(this::open).hasMessageContaining("EIO");
        assertThat(store.openFiles()).isEmpty();
    }
}
