package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each piece of a pack is a file of its own: its bytes, its digest, its record, its failure. */
class PackPiecesTest extends WriterFixture {
    private static final int INDEX_BYTES = 64;

    private final byte[] payload = content(BLOCK);
    private final TransferJournal second = TransferJournal.open(area, JOB, ChunkRight.endless(1));

    /** Pieces 1, 2, .. of these lengths, after an index. The last one belongs to the second journal. */
    private void writePack(int... lengths) {
        List<PackToWrite.PackPiece> pieces = new ArrayList<>();
        int end = INDEX_BYTES;
        for (int i = 0; i < lengths.length; i++) {
            TransferJournal of = i == lengths.length - 1 ? second : journal;
            pieces.add(new PackToWrite.PackPiece(
                    new FileId(i + 1), EPOCH, lengths[i], ChecksumAlgorithm.SHA256, Optional.empty(), PATH, of));
            end += lengths[i];
        }
        Loan loan = share.tryLend();
        loan.payload(0, end).put(payload, 0, end);
        writer.writePack(new PackToWrite(loan, crc32c(payload, new ByteRange(0, end)), end, INDEX_BYTES, pieces));
    }

    @AfterEach
    void closeSecond() {
        second.close();
    }

    private static Checksum sha256(byte[] bytes) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(bytes));
        return digest.finish();
    }

    private static byte[] bytes(WrittenFile file) {
        ByteBuffer bytes = ByteBuffer.allocate((int) file.temporary().size());
        file.temporary().read(0, bytes);
        return bytes.array();
    }

    @Test
    void eachPieceHasItsOwnBytesDigestAndRecord() {
        writePack(100, 0, 300);
        assertThat(next()).isEqualTo("pieces [1, 2, 3]");

        int offset = INDEX_BYTES;
        for (int i = 1; i <= 3; i++) {
            FileId id = new FileId(i);
            int length = List.of(100, 0, 300).get(i - 1);
            WrittenFile piece = written.stream()
                    .filter(file -> file.file().equals(id))
                    .findFirst()
                    .orElseThrow();
            byte[] expected = Arrays.copyOfRange(payload, offset, offset + length);
            assertThat(bytes(piece)).isEqualTo(expected);
            assertThat(piece.digest()).contains(sha256(expected));
            assertThat(piece.temporary().name()).isEqualTo(i + "-1.part");
            assertRecorded(piece, i == 3 ? 1 : 0, length);
            offset += length;
        }
    }

    @Test
    void eachPieceHasTheDigestOfItsOwnAlgorithmAndBytes() {
        List<ChecksumAlgorithm> algorithms = List.of(
                ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5, ChecksumAlgorithm.MD5, ChecksumAlgorithm.SHA256);
        List<PackToWrite.PackPiece> pieces = new ArrayList<>();
        for (ChecksumAlgorithm algorithm : algorithms) {
            pieces.add(new PackToWrite.PackPiece(
                    new FileId(pieces.size() + 1), EPOCH, 10, algorithm, Optional.empty(), PATH, journal));
        }
        Loan loan = share.tryLend();
        loan.payload(0, 40).put(payload, 0, 40);
        writer.writePack(new PackToWrite(loan, crc32c(payload, new ByteRange(0, 40)), 40, 0, pieces));
        assertThat(next()).isEqualTo("pieces [1, 2, 3, 4]");

        for (int i = 0; i < 4; i++) {
            RunningDigest digest = RunningDigest.of(algorithms.get(i));
            digest.update(ByteBuffer.wrap(payload, 10 * i, 10));
            assertThat(written.get(i).digest()).contains(digest.finish());
        }
    }

    @Test
    void pieceHasTheSecondDigestThatIsWantedOfIt() {
        PackToWrite.PackPiece piece = new PackToWrite.PackPiece(
                FILE, EPOCH, 10, ChecksumAlgorithm.MD5, Optional.of(ChecksumAlgorithm.SHA256), PATH, journal);
        Loan loan = share.tryLend();
        loan.payload(0, 10).put(payload, 0, 10);
        writer.writePack(new PackToWrite(loan, crc32c(payload, new ByteRange(0, 10)), 10, 0, List.of(piece)));
        assertThat(next()).isEqualTo("pieces [1]");

        RunningDigest second = RunningDigest.of(ChecksumAlgorithm.SHA256);
        second.update(ByteBuffer.wrap(payload, 0, 10));
        assertThat(written.get(0).also()).contains(second.finish());
        assertThat(written.get(0).temporary().size()).isEqualTo(10);
    }

    private void assertRecorded(WrittenFile piece, int chunk, int length) {
        try (TransferJournal again = TransferJournal.open(area, JOB, ChunkRight.endless(chunk))) {
            FileHistory history = again.histories().get(piece.file());
            assertThat(history.inode())
                    .isEqualTo(WritableFile.of(piece.temporary()).inode());
            assertThat(history.bytesReceived()).isEqualTo(length);
        }
    }

    @Test
    void pieceThatCannotBeWrittenFailsAloneAndLeavesNothing() {
        store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.WRITE && call.what().endsWith("/1-1.part");
            if (isHit) throw new MoverException(ErrorCode.NO_SPACE, "ENOSPC");
        });
        writePack(100, 200, 300);

        assertThat(next()).isEqualTo("failed 1-1 NO_SPACE");
        assertThat(next()).isEqualTo("pieces [2, 3]");
        assertThat(written).extracting(piece -> bytes(piece).length).containsExactlyInAnyOrder(200, 300);
        assertThat(area.names()).doesNotContain("1-1.part");
        assertThat(store.openFiles()).doesNotContain("job-7/1-1.part");
    }

    @Test
    void piecesThatCannotBeRecordedFailAndLeaveNothing() {
        store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.WRITE && call.what().endsWith("chunk-0.journal");
            if (isHit) throw new MoverException(ErrorCode.WRITE_ERROR, "EIO");
        });
        writePack(100, 200, 300);

        assertThat(List.of(next(), next(), next()))
                .containsExactlyInAnyOrder("failed 1-1 WRITE_ERROR", "failed 2-1 WRITE_ERROR", "pieces [3]");
        assertThat(area.names()).contains("3-1.part").doesNotContain("1-1.part", "2-1.part");
    }

    @Test
    void packOfWhichNothingCouldBeWrittenTellsOnlyFailures() {
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.CREATE) throw new IllegalStateException("a defect");
        });
        writePack(100);
        assertThat(next()).isEqualTo("failed 1-1 INTERNAL");
        writer.close();
        assertThat(told).isEmpty();
    }

    @Test
    void packWithAWrongChecksumIsRefusedWhole() {
        payload[0] ^= 1;
        Loan loan = share.tryLend();
        loan.payload(0, BLOCK).put(payload);
        payload[0] ^= 1;
        PackToWrite.PackPiece piece =
                new PackToWrite.PackPiece(FILE, EPOCH, 100, ChecksumAlgorithm.SHA256, Optional.empty(), PATH, journal);
        writer.writePack(
                new PackToWrite(loan, crc32c(payload, new ByteRange(0, BLOCK)), BLOCK, INDEX_BYTES, List.of(piece)));

        assertThat(next()).isEqualTo("pack refused");
        assertThat(area.names()).doesNotContain("1-1.part");
    }

    @Test
    void piecesMayFillTheirPayloadAndNotReachBeyondIt() {
        Loan loan = share.tryLend();
        PackToWrite.PackPiece piece =
                new PackToWrite.PackPiece(FILE, EPOCH, 100, ChecksumAlgorithm.SHA256, Optional.empty(), PATH, journal);
        assertThat(new PackToWrite(loan, 0, 164, 64, List.of(piece)).pieces()).hasSize(1);
        assertThat(new PackToWrite(loan, 0, BLOCK, 0, List.of(piece)).pieces()).hasSize(1);
        assertThatThrownBy(() -> new PackToWrite(loan, 0, 163, 64, List.of(piece)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PackToWrite(loan, 0, BLOCK + 1, 64, List.of(piece)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PackToWrite(loan, 0, BLOCK, -1, List.of(piece)))
                .isInstanceOf(IllegalArgumentException.class);
        loan.release();
    }

    @Test
    void packThatComesAfterTheCloseGivesItsLoanBack() {
        writer.close();
        writePack(100);
        assertThat(told).isEmpty();
    }

    @Test
    void backlogOfPacksEndsWithThem() {
        writePack(100);
        next();
        assertThat(writer.backlogBytes()).isZero();
    }
}
