package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MarkPolicyTest {
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    @Test
    void policyUnderWhichAWriterWouldWaitForEverIsRefused() {
        assertThat(new MarkPolicy(1, INTERVAL, 1).bytesPerMark()).isEqualTo(1);
        assertThat(new MarkPolicy(5, INTERVAL, 5).bytesUnmarkedMax()).isEqualTo(5);
        assertThatThrownBy(() -> new MarkPolicy(0, INTERVAL, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MarkPolicy(5, INTERVAL, 4)).isInstanceOf(IllegalArgumentException.class);
    }
}
