package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

class ObjectSettingsTest {
    private static final long MIB = 1 << 20;

    @Test
    void noFileHasMoreThanAThousandParts() {
        assertThat(ObjectSettings.DEFAULT.partBytes(16_000 * MIB)).isEqualTo(16 * MIB);
        assertThat(ObjectSettings.DEFAULT.partBytes(16_000 * MIB + 1)).isEqualTo(17 * MIB);
        assertThat(ObjectSettings.DEFAULT.partBytes(256_000 * MIB)).isEqualTo(256 * MIB);
    }

    @Test
    void aFileNeedsOnePartInMemoryOrItsOwnLength() {
        assertThat(ObjectSettings.DEFAULT.bufferBytes(5)).isEqualTo(5);
        assertThat(ObjectSettings.DEFAULT.bufferBytes(40 * MIB)).isEqualTo(16 * MIB);
        assertThat(ObjectSettings.DEFAULT.bufferBytes(32_000 * MIB)).isEqualTo(32 * MIB);
        assertThat(ObjectSettings.DEFAULT.bufferBytes(256_000 * MIB + 1)).isEqualTo(256 * MIB);
    }

    @Test
    void aFileThatWouldNeedLargerPartsIsRefused() {
        assertThatThrownBy(() -> ObjectSettings.DEFAULT.partBytes(256_000 * MIB + 1))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
    }
}
