package org.bdm.core.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("U4")
class OtherProgramsTest {
    @TempDir
    Path directory;

    private Path stat;
    private long own;
    private long now;

    @BeforeEach
    void begin() throws IOException {
        stat = directory.resolve("stat");
        write("cpu  1000 0 500 8000 100 0 0 0 0 0");
    }

    private void write(String first) throws IOException {
        Files.writeString(stat, first + "\ncpu0 1 2 3\n");
    }

    @Test
    void whatIsBusyAndNotOursIsOfOtherPrograms() throws IOException {
        OtherPrograms others = new OtherPrograms(stat, () -> own, () -> now);
        assertThat(others.getAsDouble()).isZero();
        now = 1_000_000_000;
        own = 60_000_000; // 6 ticks of 200
        write("cpu  1150 0 542 8004 102 0 0 2 0 0");
        assertThat(others.getAsDouble()).isCloseTo(0.94, within(0.001));
        now += 500_000_000;
        write("cpu  9999 0 542 8004 102 0 0 2 0 0");
        assertThat(others.getAsDouble()).as("no new look within a second").isCloseTo(0.94, within(0.001));
        now += 1_000_000_000;
        own += 2_000_000_000;
        write("cpu  10199 0 542 8204 102 0 0 2 0 0");
        assertThat(others.getAsDouble()).isBetween(0.0, 1.0);
    }

    @Test
    void asystemThatDoesNotTellHasNone() throws IOException {
        OtherPrograms missing = new OtherPrograms(directory.resolve("none"), () -> own, () -> now);
        OtherPrograms odd = new OtherPrograms(stat, () -> own, () -> now);
        write("intr 5");
        now = 2_000_000_000;
        assertThat(missing.getAsDouble()).isZero();
        assertThat(odd.getAsDouble()).isZero();
    }
}
