package org.bdm.client.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadyLineTest {
    @Test
    void readsPortsAlsoWhenTheHomeHasBlanks() {
        ReadyLine line = ReadyLine.parse(
                        "ready site=a url=http://127.0.0.1:8470 data=[::1]:8471 home=/x y/.bdm fingerprint=SHA256:ab")
                .orElseThrow();
        assertThat(line.port()).isEqualTo(8470);
        assertThat(line.dataPort()).isEqualTo(8471);
        assertThat(line.fingerprint()).isEqualTo("SHA256:ab");
    }

    @Test
    void readsALineThatSaysMoreAtItsEnd() {
        ReadyLine line = ReadyLine.parse("ready site=a url=http://127.0.0.1:8470 data=127.0.0.1:8471 home=/x"
                        + " fingerprint=SHA256:ab data-security=plain more=later")
                .orElseThrow();
        assertThat(line.fingerprint()).isEqualTo("SHA256:ab");
    }

    @Test
    void everyOtherLineIsNone() {
        assertThat(ReadyLine.parse("ready when you are")).isEmpty();
    }
}
