package org.bdm.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken frames of a peer whose checksums are right: it is wrong or hostile, not unlucky. */
class FrameMutationTest {
    private static final int ROUNDS = 20_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aBrokenFrameIsReadOrRefusedAndNothingElse(long seed) {
        Random random = new Random(seed);
        List<byte[]> samples =
                SampleFrames.control().stream().map(SampleFrames::bytes).toList();
        for (int round = 0; round < ROUNDS; round++) {
            byte[] broken = mutated(samples.get(random.nextInt(samples.size())), random);
            sealed(broken);
            readOrRefuse(broken, seed, round);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void aBrokenIndexOfAPackIsReadOrRefusedAndNothingElse(long seed) {
        Random random = new Random(seed);
        byte[] payload = PackIndexTest.payload(List.of(SampleFrames.piece(1, 10), SampleFrames.badPiece(2, "gone")));
        for (int round = 0; round < ROUNDS; round++) {
            byte[] broken = payload.clone();
            for (int i = random.nextInt(4); i >= 0; i--)
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            PackIndexTest.seal(broken);
            Frame.Pack pack = new Frame.Pack(SampleFrames.REQUEST, List.of(), 0, 0);
            readOrRefuse(SampleFrames.bulkBytes(pack, broken), seed, round);
        }
    }

    @Test
    void aCountThatPromisesMoreThanFollowsAllocatesNothing() {
        byte[] cancel = SampleFrames.bytes(new Frame.Cancel(List.of(SampleFrames.REQUEST)));
        ByteBuffer.wrap(cancel).putInt(WireLimits.HEADER_BYTES, 4096);
        sealed(cancel);
        assertThat(readOrRefuse(cancel, 0, 0)).isFalse();
    }

    private static boolean readOrRefuse(byte[] bytes, long seed, int round) {
        try {
            SampleFrames.read(bytes);
            return true;
        } catch (MoverException refused) {
            assertThat(refused.detail()).isNotBlank();
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", round " + round + ": " + SampleFrames.hex(bytes), e);
        }
    }

    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        switch (random.nextInt(3)) {
            case 0 -> bytes = Arrays.copyOf(bytes, WireLimits.HEADER_BYTES + random.nextInt(bytes.length));
            case 1 -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(64));
            default -> {}
        }
        for (int i = random.nextInt(4); i >= 0; i--) bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        if (random.nextBoolean()) {
            ByteBuffer.wrap(bytes).putInt(8, bytes.length - WireLimits.HEADER_BYTES);
        }
        return bytes;
    }

    /** Makes the checksums right. */
    private static void sealed(byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        int payloadLength = Math.min(Math.max(all.getInt(8), 0), bytes.length - WireLimits.HEADER_BYTES);
        all.putInt(44, RunningDigest.crc32c(all.slice(WireLimits.HEADER_BYTES, payloadLength)));
        all.putInt(60, RunningDigest.crc32c(all.slice(0, 60)));
    }
}
