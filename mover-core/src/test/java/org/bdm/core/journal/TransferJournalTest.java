package org.bdm.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

class TransferJournalTest {
    private static final JobId JOB = new JobId(5);
    private static final FileId FILE = new FileId(77);
    private static final Epoch FIRST = new Epoch(1);
    private static final Epoch SECOND = new Epoch(2);
    private static final Instant MODIFIED = Instant.parse("2018-08-03T10:11:12.000000013Z");
    private static final FileVersion SOURCE = new FileVersion(3000, MODIFIED, MODIFIED.plusSeconds(1), 0x1234);
    private static final Evidence EVIDENCE = new Evidence(
            EvidenceLevel.STREAM, Checksum.ofHex(ChecksumAlgorithm.MD5, "000102030405060708090a0b0c0d0e0f"));

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

    private static JournalRecord.BlockReceived block(Epoch epoch, long offset) {
        return new JournalRecord.BlockReceived(FILE, epoch, new ByteRange(offset, 1000), (int) offset);
    }

    private static DurableBlock durable(long offset) {
        return new DurableBlock(new ByteRange(offset, 1000), OptionalInt.of((int) offset));
    }

    @Test
    void tellsAfterwardsWhatWasRecorded() {
        JournalRecord.Placing placing = new JournalRecord.Placing(FILE, FIRST, 9, 3000, MODIFIED, EVIDENCE);
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(List.of(block(FIRST, 0), block(FIRST, 2000)));
            journal.append(new JournalRecord.ZeroReceived(FILE, FIRST, new ByteRange(1000, 1000)));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
            journal.append(placing);
        }

        assertThat(reopened())
                .isEqualTo(new FileHistory(
                        FILE,
                        FIRST,
                        9,
                        Optional.of(SOURCE),
                        List.of(
                                durable(0),
                                durable(2000),
                                new DurableBlock(new ByteRange(1000, 1000), OptionalInt.empty())),
                        0,
                        2000,
                        Optional.of(placing)));
    }

    @Test
    void markCoversOnlyWhatWasRecordedBeforeItsPosition() {
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(block(FIRST, 0));
            long position = journal.position();
            journal.append(block(FIRST, 1000));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, position));
        }

        assertThat(reopened().durable()).containsExactly(durable(0));
        assertThat(reopened().bytesReceived()).isEqualTo(2000);
    }

    @Test
    void newEpochInheritsNoMarksButCountsWhatWasReceived() {
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(block(FIRST, 0));
            journal.append(new JournalRecord.BlockRefused(FILE, FIRST, new ByteRange(1000, 1000)));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
            journal.append(new JournalRecord.FileOpened(FILE, SECOND, 10, SOURCE));
            journal.append(block(FIRST, 2000));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
        }

        FileHistory history = reopened();
        assertThat(history.epoch()).isEqualTo(SECOND);
        assertThat(history.inode()).isEqualTo(10);
        assertThat(history.durable()).isEmpty();
        assertThat(history.bytesReceived()).isEqualTo(3000);
    }

    @Test
    void marksOfAnEpochCoverItsOwnBlocksOnly() {
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(block(FIRST, 0));
            journal.append(new JournalRecord.FileOpened(FILE, SECOND, 10, SOURCE));
            journal.append(block(FIRST, 1000));
            journal.append(new JournalRecord.ZeroReceived(FILE, FIRST, new ByteRange(4000, 1000)));
            journal.append(block(SECOND, 2000));
            journal.append(new JournalRecord.BlocksDurable(FILE, SECOND, journal.position()));
        }

        assertThat(reopened().durable()).containsExactly(durable(2000));
    }

    @Test
    void lateRecordsOfAnOlderEpochMakeNothingOfTheNewOneDurable() {
        JournalRecord.Placing placing = new JournalRecord.Placing(FILE, FIRST, 9, 3000, MODIFIED, EVIDENCE);
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(placing);
            journal.append(new JournalRecord.FileOpened(FILE, SECOND, 10, SOURCE));
            journal.append(block(SECOND, 0));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
            journal.append(placing);
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
        }

        FileHistory history = reopened();
        assertThat(history.epoch()).isEqualTo(SECOND);
        assertThat(history.inode()).isEqualTo(10);
        assertThat(history.durable()).isEmpty();
        assertThat(history.placing()).isEmpty();
    }

    @Test
    void goesOnWhereAnEarlierRunEnded() {
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.PieceReceived(FILE, FIRST, 9, 400));
        }
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.PieceReceived(FILE, SECOND, 11, 400));
        }

        assertThat(reopened().bytesReceived()).isEqualTo(800);
        assertThat(reopened().source()).isEmpty();
    }

    @Test
    void tornTailIsCutAtTheFirstBadRecordWhereverItIsTorn() {
        byte[] whole = contentOfThreeBlocks();
        int recordBytes = (whole.length - JournalFormat.HEADER_BYTES) / 3;
        for (int length = JournalFormat.HEADER_BYTES; length < whole.length; length++) {
            int blocks = (length - JournalFormat.HEADER_BYTES) / recordBytes;
            replace(java.util.Arrays.copyOf(whole, length));
            assertThat(receivedAfterOpening()).as("cut at %d", length).isEqualTo(blocks * 1000L);
            assertThat(content()).as("cut at %d", length).hasSize(JournalFormat.HEADER_BYTES + blocks * recordBytes);
        }
    }

    @Test
    void everyFlippedByteEndsTheJournalThere() {
        byte[] whole = contentOfThreeBlocks();
        int recordBytes = (whole.length - JournalFormat.HEADER_BYTES) / 3;
        for (int at = JournalFormat.HEADER_BYTES; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 0x10;
            replace(flipped);
            int blocks = (at - JournalFormat.HEADER_BYTES) / recordBytes;
            assertThat(receivedAfterOpening()).as("flipped at %d", at).isEqualTo(blocks * 1000L);
        }
    }

    @Test
    void recordThatLiesAtAnotherPlaceIsNotTakenForOne() {
        byte[] whole = contentOfThreeBlocks();
        int recordBytes = (whole.length - JournalFormat.HEADER_BYTES) / 3;
        System.arraycopy(
                whole, JournalFormat.HEADER_BYTES, whole, JournalFormat.HEADER_BYTES + recordBytes, recordBytes);
        replace(whole);

        assertThat(receivedAfterOpening()).isEqualTo(1000);
    }

    @Test
    void everyFlippedByteOfTheHeaderThrowsTheJournalAwayAndIsTold() {
        byte[] whole = contentOfThreeBlocks();
        for (int at = 0; at < JournalFormat.HEADER_BYTES; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            replace(flipped);
            try (TransferJournal journal = open()) {
                assertThat(journal.damage().orElseThrow().code()).isEqualTo(ErrorCode.JOURNAL_DAMAGED);
                assertThat(journal.histories()).isEmpty();
            }
            try (TransferJournal again = open()) {
                assertThat(again.damage()).isEmpty();
            }
        }
    }

    @Test
    void emptyJournalIsADeathWhileMakingItAndNoDamage() {
        replace(new byte[0]);
        try (TransferJournal journal = open()) {
            assertThat(journal.damage()).isEmpty();
        }
    }

    @Test
    void recordOfANewerVersionIsSkipped() {
        byte[] whole = contentOfThreeBlocks();
        ByteBuffer more = ByteBuffer.allocate(whole.length + 100).put(whole);
        int start = more.position();
        more.putShort((short) 24)
                .put((byte) 99)
                .put((byte) 0)
                .putLong(77)
                .putInt(1)
                .putInt(4711);
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(ByteBuffer.allocate(8).putLong(0, start));
        crc.update(more.array(), start, 20);
        more.putInt((int) crc.getValue());
        JournalFormat.encode(block(FIRST, 3000), more.position(), more);
        replace(java.util.Arrays.copyOf(more.array(), more.position()));

        assertThat(receivedAfterOpening()).isEqualTo(4000);
    }

    @Test
    void failedSyncIsFinal() {
        TransferJournal journal = open();
        journal.append(block(FIRST, 0));
        store.faults().failNextForce();

        assertThatThrownBy(journal::sync).isInstanceOf(MoverException.class);
        long forces = forcesOfJournal();
        assertThatThrownBy(journal::sync).isInstanceOf(MoverException.class);
        assertThatThrownBy(() -> journal.append(block(FIRST, 1000))).hasMessageContaining("failed before");
        assertThat(journal.failure().orElseThrow().code()).isEqualTo(ErrorCode.SYNC_FAILED);
        assertThat(forcesOfJournal()).isEqualTo(forces);
    }

    @Test
    void failedWriteIsFinalAsAPartOfARecordMayBeThere() {
        TransferJournal journal = open();
        store.faults().spaceBytes(10);
        assertThatThrownBy(() -> journal.append(block(FIRST, 0))).hasMessageContaining("ENOSPC");
        store.faults().spaceBytes(Long.MAX_VALUE);

        assertThatThrownBy(() -> journal.append(block(FIRST, 0))).hasMessageContaining("failed before");
        journal.close();
        assertThat(open().failure()).isEmpty();
    }

    @Test
    void syncWithNothingNewDoesNotTouchTheDisk() {
        TransferJournal journal = open();
        journal.append(block(FIRST, 0));
        journal.sync();
        long forces = forcesOfJournal();

        journal.sync();

        assertThat(forcesOfJournal()).isEqualTo(forces);
    }

    @Test
    void whatWasReadAfterAKillIsDurableBeforeItCounts() {
        try (TransferJournal journal = open()) {
            journal.append(block(FIRST, 0)); // in the page cache only
        }
        store.restart();
        open();
        store.powerCut();

        assertThat(reopened().bytesReceived()).isEqualTo(1000);
    }

    @Test
    void bytesAreThoseOfTheDocument() throws IOException {
        try (TransferJournal journal = open()) {
            journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
            journal.append(block(FIRST, 1000));
            journal.append(new JournalRecord.ZeroReceived(FILE, FIRST, new ByteRange(2000, 1000)));
            journal.append(new JournalRecord.BlockRefused(FILE, FIRST, new ByteRange(0, 1000)));
            journal.append(new JournalRecord.PieceReceived(new FileId(78), FIRST, 10, 400));
            journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
            journal.append(new JournalRecord.Placing(FILE, FIRST, 9, 3000, MODIFIED, EVIDENCE));
        }

        assertThat(HexFormat.of().formatHex(content())).isEqualTo(hexOfTheDocument());
    }

    /** Hexadecimal digits in front of each line's explanation, in the block after "Worked example". */
    private static String hexOfTheDocument() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/journal.md"))) root = root.getParent();
        String document = Files.readString(root.resolve("docs/journal.md"));
        String example = document.substring(document.indexOf("Worked example"));
        String block = example.substring(example.indexOf("```") + 3);
        return Pattern.compile("^((?:[0-9a-f]{2,} )+)", Pattern.MULTILINE)
                .matcher(block.substring(0, block.indexOf("```")))
                .results()
                .map(line -> line.group(1).replace(" ", ""))
                .collect(Collectors.joining());
    }

    private long forcesOfJournal() {
        return store.calls(StoreCall.Kind.FORCE).size();
    }

    private byte[] contentOfThreeBlocks() {
        try (TransferJournal journal = open()) {
            for (int i = 0; i < 3; i++) journal.append(block(FIRST, i * 1000L));
        }
        return content();
    }

    private long receivedAfterOpening() {
        try (TransferJournal journal = open()) {
            assertThat(journal.damage()).isEmpty();
            FileHistory history = journal.histories().get(FILE);
            return history == null ? 0 : history.bytesReceived();
        }
    }

    private byte[] content() {
        try (WritableFile file =
                area.open(TransferJournal.nameOf(ChunkRight.endless(2))).orElseThrow()) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
            file.read(0, bytes);
            return bytes.array();
        }
    }

    private void replace(byte[] bytes) {
        try (WritableFile file = area.create(TransferJournal.nameOf(ChunkRight.endless(2)))) {
            file.write(0, ByteBuffer.wrap(bytes));
        }
    }
}
