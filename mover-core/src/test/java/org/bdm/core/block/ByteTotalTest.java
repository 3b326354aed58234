package org.bdm.core.block;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteTotalTest {
    private static final long FOUR_EIB = 1L << 62;

    @Test
    void aTotalThatDoesNotFitStaysAtTheLargestNumber() {
        assertThat(ByteTotal.plus(1, 2)).isEqualTo(3);
        assertThat(ByteTotal.plus(FOUR_EIB, FOUR_EIB)).isEqualTo(Long.MAX_VALUE);
        assertThat(ByteTotal.plus(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(ByteTotal.plus(Long.MAX_VALUE, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(ByteTotal.plus(-5, 3)).isEqualTo(-2);
    }
}
