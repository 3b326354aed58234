package org.bdm.core.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunningDigestTest {
    private static Checksum crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return new Checksum(
                ChecksumAlgorithm.CRC32C,
                ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    @Test
    void crcOfTheCheckStringIsThatOfTheStandard() {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.CRC32C);
        digest.update(ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII)));
        assertThat(digest.finish()).isEqualTo(Checksum.ofHex(ChecksumAlgorithm.CRC32C, "e3069283"));
    }

    @Test
    void crcOfPartsInARowIsThatOfTheWhole() {
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = new byte[random.nextInt(5000)];
            if (round % 4 > 0) random.nextBytes(bytes);
            RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.CRC32C);
            int at = 0;
            while (at < bytes.length) {
                int length = Math.min(bytes.length - at, random.nextInt(700));
                ByteBuffer part = ByteBuffer.wrap(bytes, at, length);
                if (random.nextBoolean()) digest.update(part);
                else digest.append(RunningDigest.crc32c(part), length);
                at += length;
            }
            assertThat(digest.finish()).isEqualTo(crc32c(bytes));
        }
    }

    @Test
    void crcOfAPartLeavesPositionAndLimitOfTheBuffer() {
        ByteBuffer bytes = ByteBuffer.wrap("..123456789....".getBytes(StandardCharsets.US_ASCII));
        for (int position : new int[] {0, 5, 13}) {
            bytes.limit(13).position(position);
            assertThat(RunningDigest.crc32c(bytes, 2, 9)).isEqualTo(0xe3069283);
            assertThat(bytes.position()).isEqualTo(position);
            assertThat(bytes.limit()).isEqualTo(13);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDigestBegunAnewKnowsNothingOfWhatItWasFed(ChecksumAlgorithm algorithm) {
        ByteBuffer check = ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));
        RunningDigest fresh = RunningDigest.of(algorithm);
        fresh.update(check.duplicate());
        Checksum expected = fresh.finish();
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        digest.restart();
        digest.update(check.duplicate());
        assertThat(digest.finish()).isEqualTo(expected);
        digest.restart();
        digest.update(check.duplicate());
        assertThat(digest.finish()).isEqualTo(expected);
    }

    /** Over zeros alone, so that it can be told without reading a file of this length: the value of n zeros is made by doubling. */
    @Test
    void lengthsOfAPartReachFarBeyondFourGibibytes() {
        int ofZeros = (int) valueOf(new byte[1 << 10]);
        long length = 1 << 10;
        for (; length < 1L << 43; length *= 2) ofZeros = Crc32cComposition.of(ofZeros, ofZeros, length);
        int first = (int) valueOf(new byte[] {1, 2, 3});
        int atOnce = Crc32cComposition.of(first, ofZeros, length);
        int half = (int) valueOf(new byte[1 << 10]);
        for (long to = 1 << 10; to < length / 2; to *= 2) half = Crc32cComposition.of(half, half, to);
        int inHalves = Crc32cComposition.of(Crc32cComposition.of(first, half, length / 2), half, length / 2);
        assertThat(atOnce).isEqualTo(inHalves);
    }

    private static long valueOf(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }

    @Test
    void otherDigestsCannotBeComposed() {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        assertThatThrownBy(() -> digest.append(1, 10)).isInstanceOf(UnsupportedOperationException.class);
    }
}
