package org.bdm.client.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("U1")
class WaitingLineTest {
    private final StringWriter err = new StringWriter();
    private final WaitingLine line = new WaitingLine(new PrintWriter(err));

    @Test
    void aServerThatTakesLongIsNamedAndTheLineIsTakenBack() {
        line.begins();
        line.tick();
        assertThat(err.toString()).as("a second is no news").isEmpty();
        line.tick();
        assertThat(err.toString()).endsWith("waiting for the server for 2 s");
        line.ends();
        assertThat(err.toString()).endsWith("\r\u001b[2K");
        int said = err.toString().length();
        line.tick();
        line.begins();
        line.ends();
        assertThat(err.toString()).hasSize(said);
    }
}
