package org.bdm.server.catalog.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("U1")
class RestoreDisplayTest {
    private static final long MIB = 1 << 20;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private long nanos;

    private RestoreDisplay display(boolean isTerminal) {
        return new RestoreDisplay(new PrintStream(out, true, StandardCharsets.UTF_8), isTerminal, () -> nanos);
    }

    private void read(RestoreDisplay display) {
        display.at("checking", 0, 100 * MIB);
        for (int second = 0; second <= 25; second++) {
            display.at("unpacking", second * 4L * MIB, 100 * MIB);
            nanos += TimeUnit.SECONDS.toNanos(1);
        }
        display.at("opening", 100 * MIB, 100 * MIB);
        display.end();
    }

    @Test
    void aLogGetsEachStepAndALineEveryTenSeconds() {
        read(display(false));
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "checking the backup: 0 % of 100 MiB",
                        "unpacking the backup: 0 % of 100 MiB",
                        "unpacking the backup: 40 % of 100 MiB",
                        "unpacking the backup: 80 % of 100 MiB",
                        "opening the backup: 100 % of 100 MiB");
    }

    @Test
    void aTerminalGetsOneLineForAStep() {
        read(display(true));
        String shown = out.toString(StandardCharsets.UTF_8);
        assertThat(shown.split("\n")).hasSize(3);
        assertThat(shown).contains("\runpacking the backup: 44 % of 100 MiB");
    }
}
