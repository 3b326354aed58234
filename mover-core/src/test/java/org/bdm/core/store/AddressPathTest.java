package org.bdm.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AddressPathTest {
    @Test
    void eachByteIsPlainOrTwoDigits() {
        for (int value = 0; value < 256; value++) {
            boolean isPlain = (value >= '0' && value <= '9')
                    || (value >= 'A' && value <= 'Z')
                    || (value >= 'a' && value <= 'z')
                    || "-._~/".indexOf(value) >= 0;
            assertThat(AddressPath.encoded(new byte[] {(byte) value}))
                    .isEqualTo(isPlain ? String.valueOf((char) value) : String.format("%%%02X", value));
        }
    }

    @Test
    void namesOfAPathStayApart() {
        assertThat(AddressPath.encoded("a b/100%/ä.nc")).isEqualTo("a%20b/100%25/%C3%A4.nc");
        assertThat(AddressPath.encoded(StorePath.ROOT.bytes())).isEmpty();
    }
}
