package org.bdm.core.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeSetTest {
    private static final int SIZE = 200;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithASetOfSingleBytesUnderRandomChanges(long seed) {
        Random random = new Random(seed);
        RangeSet ranges = new RangeSet();
        BitSet bytes = new BitSet();
        for (int step = 0; step < 400; step++) {
            int offset = random.nextInt(SIZE);
            ByteRange range = new ByteRange(offset, 1 + random.nextInt(SIZE - offset));
            if (random.nextInt(3) == 0) {
                ranges.remove(range);
                bytes.clear((int) range.offset(), (int) range.endExclusive());
            } else {
                int before = bytes.cardinality();
                bytes.set((int) range.offset(), (int) range.endExclusive());
                assertThat(ranges.add(range)).isEqualTo(bytes.cardinality() - before);
            }
            assertThat(ranges.lengthTotal()).isEqualTo(bytes.cardinality());
            assertThat(ranges.contiguousFromZero()).isEqualTo(bytes.nextClearBit(0));
            assertThat(ranges.coversAll(SIZE)).isEqualTo(bytes.cardinality() == SIZE);
            assertThat(ranges.missing(SIZE).stream()
                            .mapToLong(ByteRange::length)
                            .sum())
                    .isEqualTo(SIZE - bytes.cardinality());
            assertThat(ranges.contains(range)).isEqualTo(bytes.nextClearBit(offset) >= range.endExclusive());
        }
    }

    @Test
    void touchingRangesBecomeOne() {
        RangeSet ranges = new RangeSet();
        ranges.add(new ByteRange(0, 10));
        ranges.add(new ByteRange(20, 10));
        ranges.add(new ByteRange(10, 10));
        assertThat(ranges.ranges()).containsExactly(new ByteRange(0, 30));
    }

    @Test
    void anEmptyFileIsCoveredByNothing() {
        assertThat(new RangeSet().coversAll(0)).isTrue();
        assertThat(new RangeSet().missing(0)).isEmpty();
    }

    @Test
    void aRangeThatEndsBeyondALongIsRefused() {
        assertThatThrownBy(() -> new ByteRange(Long.MAX_VALUE, 1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new ByteRange(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ByteRange(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
