package org.bdm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
    @Test
    void fillsTheWholeBufferAcrossLines() {
        JsonLines lines = new JsonLines("head", IntStream.range(0, 1000).iterator());
        byte[] buffer = new byte[1000];
        assertThat(lines.read(buffer, 0, 1000)).isEqualTo(1000);
        assertThat(new String(buffer, 0, 11, StandardCharsets.US_ASCII)).isEqualTo("\"head\"\n0\n1\n");
    }

    @Test
    void endsAfterTheLastLine() {
        JsonLines lines = new JsonLines(1, IntStream.range(2, 4).iterator());
        byte[] buffer = new byte[100];
        assertThat(lines.read(buffer, 0, 100)).isEqualTo(6);
        assertThat(lines.read(buffer, 0, 100)).isEqualTo(-1);
        assertThat(lines.read()).isEqualTo(-1);
    }
}
