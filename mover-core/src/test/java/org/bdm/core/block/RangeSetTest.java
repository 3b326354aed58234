package org.bdm.core.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
            assertThat(ranges.ranges()).isEqualTo(runsOf(bytes));
            assertThat(ranges).hasToString(runsOf(bytes).toString());
            assertThat(ranges.isEmpty()).isEqualTo(bytes.isEmpty());
            BitSet absent = (BitSet) bytes.clone();
            absent.flip(0, SIZE);
            assertThat(ranges.missing(SIZE)).isEqualTo(runsOf(absent));
            assertThat(ranges.contains(range)).isEqualTo(bytes.nextClearBit(offset) >= range.endExclusive());
        }
    }

    private static List<ByteRange> runsOf(BitSet bytes) {
        List<ByteRange> runs = new ArrayList<>();
        for (int from = bytes.nextSetBit(0); from >= 0; ) {
            int end = bytes.nextClearBit(from);
            runs.add(ByteRange.between(from, end));
            from = bytes.nextSetBit(end);
        }
        return runs;
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
    void aSetWithBytesDoesNotCoverAnEmptyFile() {
        RangeSet ranges = new RangeSet();
        ranges.add(new ByteRange(0, 1));
        assertThat(ranges.coversAll(0)).isFalse();
    }

    @Test
    void bytesBeyondTheSizeAreNeitherMissingNorEnough() {
        RangeSet ranges = new RangeSet();
        ranges.add(new ByteRange(10, 5));
        assertThat(ranges.missing(10)).containsExactly(new ByteRange(0, 10));
        assertThat(ranges.missing(12)).containsExactly(new ByteRange(0, 10));
        ranges.add(new ByteRange(0, 10));
        assertThat(ranges.coversAll(14)).isFalse();
    }

    @Test
    void aRangeCoversItselfAndWhatLiesInsideAndNothingMore() {
        ByteRange range = new ByteRange(10, 10);
        assertThat(range.covers(range)).isTrue();
        assertThat(range.covers(new ByteRange(11, 8))).isTrue();
        assertThat(range.covers(new ByteRange(9, 11))).isFalse();
        assertThat(range.covers(new ByteRange(10, 11))).isFalse();
        assertThat(range).hasToString("10+10");
    }

    @Test
    void aRangeThatEndsBeyondALongIsRefused() {
        assertThatThrownBy(() -> new ByteRange(Long.MAX_VALUE, 1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new ByteRange(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ByteRange(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
