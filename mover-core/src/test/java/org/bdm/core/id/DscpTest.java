package org.bdm.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DscpTest {
    @ParameterizedTest
    @CsvSource({
        "DF, 0, DF",
        "CS0, 0, DF",
        "le, 1, LE",
        "CS1, 8, CS1",
        "8, 8, CS1",
        "AF11, 10, AF11",
        "AF43, 38, AF43",
        "va, 44, VA",
        "EF, 46, EF",
        "CS7, 56, CS7",
        "63, 63, 63",
        "5, 5, 5"
    })
    void namesAndNumbersAreCodePoints(String text, int codePoint, String shown) {
        assertThat(Dscp.parse(text)).isEqualTo(new Dscp(codePoint)).hasToString(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"64", "-1", "", "AF14", "AF51", "CS8", "0x08", "fast", "100", " 8", "\u0661"})
    void everythingElseIsRefusedWithWhatIsTaken(String text) {
        assertThatThrownBy(() -> Dscp.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("0 to 63")
                .hasMessageContaining("CS0 to CS7");
    }

    @Test
    void codePointIsTheUpperSixBitsOfTheByte() {
        assertThat(Dscp.parse("EF").trafficClass()).isEqualTo(0xb8);
    }
}
