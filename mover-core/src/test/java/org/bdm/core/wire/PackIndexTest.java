package org.bdm.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Frame.PackPiece;
import org.junit.jupiter.api.Test;

class PackIndexTest {
    @Test
    void piecesAreReadAsTheyWereWritten() {
        List<PackPiece> pieces =
                List.of(SampleFrames.piece(1, 10), SampleFrames.badPiece(2, "gone"), SampleFrames.piece(3, 0));
        Frame.Pack pack = read(payload(pieces));
        assertThat(pack.pieces()).isEqualTo(pieces);
        assertThat(pack.dataOffset()).isEqualTo(PackIndex.dataOffset(3));
    }

    @Test
    void detailsThatDoNotFitAreCutAndThePiecesStay() {
        List<PackPiece> pieces = LongStream.rangeClosed(1, 100)
                .mapToObj(file -> SampleFrames.badPiece(file, "x".repeat(200)))
                .toList();
        Frame.Pack pack = read(payload(pieces));
        assertThat(pack.pieces()).hasSize(100);
        assertThat(pack.pieces().get(0).detail()).hasSize(200);
        assertThat(pack.pieces().get(99).detail()).isEmpty();
    }

    @Test
    void aDamagedIndexGivesAPackWithoutPieces() {
        byte[] payload = payload(List.of(SampleFrames.piece(1, 10)));
        int dataOffset = PackIndex.dataOffset(1);
        for (int i = 0; i < dataOffset; i++) {
            byte[] damaged = payload.clone();
            damaged[i] ^= 4;
            assertThat(read(damaged).pieces()).as("byte %d", i).isEmpty();
        }
    }

    @Test
    void piecesThatDoNotAddUpToThePayloadAreAViolation() {
        byte[] payload = payload(List.of(SampleFrames.piece(1, 10)));
        byte[] longer = java.util.Arrays.copyOf(payload, payload.length + 1);
        assertThatThrownBy(() -> read(longer))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
    }

    static byte[] payload(List<PackPiece> pieces) {
        int bytes = pieces.stream().mapToInt(PackPiece::length).sum();
        byte[] payload = new byte[PackIndex.dataOffset(pieces.size()) + bytes];
        assertThat(PackIndex.write(pieces, ByteBuffer.wrap(payload))).isEqualTo(payload.length - bytes);
        return payload;
    }

    /** Makes the checksum of the index right, if its data offset can be one. */
    static void seal(byte[] payload) {
        ByteBuffer all = ByteBuffer.wrap(payload);
        int dataOffset = all.getInt(4);
        if (dataOffset < PackIndex.FIXED_BYTES || dataOffset > payload.length) return;
        CRC32C crc = new CRC32C();
        crc.update(payload, 0, 12);
        crc.update(payload, 16, dataOffset - 16);
        all.putInt(12, (int) crc.getValue());
    }

    private static Frame.Pack read(byte[] payload) {
        Frame.Pack pack = new Frame.Pack(SampleFrames.REQUEST, List.of(), 0, 0);
        return (Frame.Pack) SampleFrames.read(SampleFrames.bulkBytes(pack, payload));
    }
}
