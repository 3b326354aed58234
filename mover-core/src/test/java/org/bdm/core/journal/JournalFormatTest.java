package org.bdm.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds that docs/journal.md sets: lengths of records, values, and journals longer than what is read at once. */
class JournalFormatTest {
    private static final JobId JOB = new JobId(5);
    private static final FileId FILE = new FileId(77);
    private static final Epoch EPOCH = new Epoch(1);
    private static final Instant MODIFIED = Instant.parse("2018-08-03T10:11:12Z");

    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(JOB);

    private TransferJournal open() {
        return TransferJournal.open(area, JOB, ChunkRight.endless(2));
    }

    private static JournalRecord.BlockReceived block(long offset) {
        return new JournalRecord.BlockReceived(FILE, EPOCH, new ByteRange(offset, 1000), (int) offset);
    }

    /** A record with a good checksum and a type that only a newer version knows. */
    private static ByteBuffer unknown(int length, long position) {
        ByteBuffer record = ByteBuffer.allocate(length);
        record.putShort((short) length).put((byte) 99).put((byte) 0);
        record.putLong(FILE.number()).putInt(EPOCH.number());
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(8).putLong(0, position));
        crc.update(record.array(), 0, length - 4);
        return record.putInt(length - 4, (int) crc.getValue()).rewind();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 21, 255, 256})
    void recordOfEveryLengthInTheBoundsIsRead(int length) {
        assertThat(JournalFormat.decode(unknown(length, 32), 32))
                .contains(new JournalFormat.Decoded(length, Optional.empty()));
    }

    @Test
    void checksumCoversEveryByteOfTheOffsetInTheJournal() {
        long position = 0x0102_0304_0506_0708L;
        assertThat(JournalFormat.decode(unknown(20, position), position)).isPresent();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertThat(JournalFormat.decode(unknown(20, position), position ^ (1L << bit)))
                    .as("bit %d", bit)
                    .isEmpty();
        }
    }

    @Test
    void recordLongerThanTheBoundEndsTheJournal() {
        assertThat(JournalFormat.decode(unknown(257, 32), 32)).isEmpty();
    }

    @Test
    void shortestRecordOfANewerVersionMayStandLast() {
        long position;
        try (TransferJournal journal = open()) {
            journal.append(block(0));
            position = journal.position();
        }
        try (WritableFile file =
                area.open(TransferJournal.nameOf(ChunkRight.endless(2))).orElseThrow()) {
            file.write(position, unknown(20, position));
        }
        try (TransferJournal journal = open()) {
            assertThat(journal.position()).isEqualTo(position + 20);
            journal.append(block(1000));
        }
        try (TransferJournal journal = open()) {
            assertThat(journal.histories().get(FILE).bytesReceived()).isEqualTo(2000);
        }
    }

    @Test
    void fileOfNoBytesIsAFileLikeAnyOther() {
        FileVersion empty = new FileVersion(0, MODIFIED, MODIFIED, 4);
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, EPOCH, 9, empty));
            journal.append(new JournalRecord.PieceReceived(new FileId(78), EPOCH, 10, 0));
        }
        try (TransferJournal journal = open()) {
            assertThat(journal.histories().get(FILE).source()).contains(empty);
            assertThat(journal.histories()).containsKey(new FileId(78));
        }
    }

    @Test
    void journalLongerThanWhatIsReadAtOnceIsReadToItsEnd() {
        List<JournalRecord> records = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) records.add(block(i * 1000L));
        long end;
        try (TransferJournal journal = open()) {
            for (int i = 0; i < records.size(); i += 1000) journal.append(records.subList(i, i + 1000));
            journal.append(new JournalRecord.BlocksDurable(FILE, EPOCH, journal.position()));
            end = journal.position();
        }

        assertThat(end).isGreaterThan(1 << 20);
        try (TransferJournal journal = open()) {
            assertThat(journal.position()).isEqualTo(end);
            assertThat(journal.histories().get(FILE).durable()).hasSize(30_000);
        }
    }
}
