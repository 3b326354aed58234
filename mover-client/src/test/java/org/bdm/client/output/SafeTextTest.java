package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {
    @Test
    void escapesWhatATerminalWouldObey() {
        assertThat(SafeText.of("a\u001b]0;x\u0007\r\n\t\u007f\u009bz"))
                .isEqualTo("a\\x1b]0;x\\x07\\x0d\\x0a\\x09\\x7f\\x9bz");
    }

    @Test
    void escapesWhatTurnsTheDirection() {
        assertThat(SafeText.of("x\u202ecn.\u2066\u200f")).isEqualTo("x\\u202ecn.\\u2066\\u200f");
    }

    @Test
    void leavesNamesOfAllLanguagesAlone() {
        assertThat(SafeText.of("temp\u00e9rature_\u6c14\u6e29 \\x.nc"))
                .isEqualTo("temp\u00e9rature_\u6c14\u6e29 \\x.nc");
    }
}
