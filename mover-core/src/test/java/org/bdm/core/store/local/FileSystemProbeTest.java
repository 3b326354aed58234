package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FileSystemProbeTest {
    @Test
    @Tag("F8")
    void roomBeyondSixtyFourBitsIsTheGreatestThatThereIs() {
        assertThat(FileSystemProbe.atMost(16 << 20, 1L << 40)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemProbe.atMost(4096, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemProbe.atMost(4096, -1)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemProbe.atMost(0, 7)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemProbe.atMost(2, 1L << 62)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemProbe.atMost(4096, 10)).isEqualTo(40_960);
        assertThat(FileSystemProbe.atMost(4096, 0)).isZero();
    }
}
