package org.bdm.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

class ProtocolVersionTest {
    @Test
    void theNewestCommonVersionIsTaken() {
        assertThat(ProtocolVersion.common(1, 1)).isEqualTo(1);
        assertThat(ProtocolVersion.common(0, 9)).isEqualTo(ProtocolVersion.MAX);
    }

    @Test
    void peersWithoutACommonVersionAreRefused() {
        assertRefused(2, 3);
        assertRefused(0, 0);
        assertRefused(1, 0);
    }

    private static void assertRefused(int min, int max) {
        assertThatThrownBy(() -> ProtocolVersion.common(min, max))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VERSION));
    }
}
