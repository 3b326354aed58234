package org.bdm.core.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.junit.jupiter.api.Test;

class RangeDigestsTest {
    private static final int RANGE = 1000;
    private static final long MIB = 1 << 20;

    private final byte[] content = new byte[5 * RANGE + 77];

    RangeDigestsTest() {
        new Random(1).nextBytes(content);
    }

    private static RangeDigests of(byte[] bytes) {
        RunningRangeDigests running = new RunningRangeDigests(RANGE);
        running.update(ByteBuffer.wrap(bytes));
        return running.finish().orElseThrow();
    }

    private static int crc32c(byte[] bytes, long offset, long length) {
        return RunningDigest.crc32c(ByteBuffer.wrap(bytes, (int) offset, (int) length));
    }

    @Test
    void eachRangeHasTheDigestOfItsBytes() {
        RangeDigests digests = of(content);

        assertThat(digests.count()).isEqualTo(6);
        assertThat(digests.range(5)).isEqualTo(new ByteRange(5 * RANGE, 77));
        for (int i = 0; i < digests.count(); i++) {
            ByteRange range = digests.range(i);
            assertThat(digests.crc32c(i)).isEqualTo(crc32c(content, range.offset(), range.length()));
        }
        assertThat(RangeDigests.of(digests.size(), RANGE, digests.toBytes())).isEqualTo(digests);
        assertThatThrownBy(() -> RangeDigests.of(digests.size() + RANGE, RANGE, digests.toBytes()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theyAreTheSameHoweverTheBytesCome() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            RunningRangeDigests running = new RunningRangeDigests(RANGE);
            for (int at = 0; at < content.length; ) {
                int length = Math.min(content.length - at, 1 + random.nextInt(2 * RANGE));
                if (running.isInOneRange(length) && random.nextBoolean())
                    running.append(crc32c(content, at, length), length);
                else running.update(ByteBuffer.wrap(content, at, length));
                at += length;
            }
            assertThat(running.finish()).as("seed %d", seed).contains(of(content));
        }
    }

    @Test
    void nothingIsKnownAfterAValueOverTwoRanges() {
        RunningRangeDigests running = new RunningRangeDigests(RANGE);
        running.append(4711, RANGE + 1);

        assertThat(running.finish()).isEmpty();
    }

    @Test
    void whatIsFlippedOrMissingDiffersAndNothingElse() {
        byte[] flipped = content.clone();
        flipped[RANGE] ^= 1;
        flipped[content.length - 1] ^= 64;
        byte[] longer = Arrays.copyOf(content, content.length + 10);
        byte[] shorter = Arrays.copyOf(content, 3 * RANGE + 1);

        RangeDigests digests = of(content);
        assertThat(digests.differing(of(content))).isEmpty();
        assertThat(digests.differing(of(flipped))).containsExactly(digests.range(1), digests.range(5));
        assertThat(digests.differing(of(longer))).containsExactly(digests.range(5));
        assertThat(digests.differing(of(shorter)))
                .containsExactly(digests.range(3), digests.range(4), digests.range(5));
    }

    @Test
    void rangesAreLongerInVeryLargeFilesAndSmallFilesHaveNone() {
        assertThat(RangeDigests.rangeBytes(8 * MIB)).isZero();
        assertThat(RangeDigests.rangeBytes(8 * MIB + 1)).isEqualTo(8 * MIB);
        assertThat(RangeDigests.rangeBytes(RangeDigests.RANGES_MAX * 8 * MIB)).isEqualTo(8 * MIB);
        assertThat(RangeDigests.rangeBytes(RangeDigests.RANGES_MAX * 8 * MIB + 1))
                .isEqualTo(16 * MIB);
        assertThat(RangeDigests.rangeBytes(Long.MAX_VALUE)).isPositive();
    }
}
