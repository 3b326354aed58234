package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
    private final StringWriter out = new StringWriter();
    private final Terminal terminal =
            new Terminal(new PrintWriter(out), new PrintWriter(out), new TerminalStyle(40, false, false, false, false));

    @Test
    @Tag("U11")
    void aThingOfALongListFitsTheTerminalAndItsErrorIsBelow() {
        String name = "bdm://south/in/CMIP6/CMIP/IPSL/historical/tas_1850.nc";
        terminal.item("FAILED  ", name, "", "sha256:00ff", "TIMED_OUT: the source has sent nothing for 60 s");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 40);
        assertThat(out.toString())
                .contains("FAILED  bdm://sout..", "tas_1850.nc", "TIMED_OUT: the source")
                .doesNotContain("sha256");
        out.getBuffer().setLength(0);
        terminal.item("DONE  ", "a.nc", "stream", "sha256:00ff");
        assertThat(out.toString().strip()).isEqualTo("DONE  a.nc  stream  sha256:00ff");
    }

    @Test
    void linesThatArePrintedTogetherAreWrittenInOneGoAlsoWhenTheyEndEarly() {
        AtomicInteger writes = new AtomicInteger();
        StringWriter counted = new StringWriter() {
            @Override
            public void flush() {
                writes.incrementAndGet();
            }
        };
        Terminal many = new Terminal(
                new PrintWriter(counted), new PrintWriter(out), new TerminalStyle(0, false, false, false, false));
        assertThatThrownBy(() -> many.together(() -> {
                    many.line("one");
                    many.line("two");
                    throw new IllegalStateException("the server is gone");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(counted.toString().lines()).containsExactly("one", "two");
        assertThat(writes).hasValue(1);
        many.line("three");
        assertThat(writes).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "40, true"})
    @Tag("U11")
    void aProgramAndWhoAsksForItGetEverything(int columns, boolean wide) {
        Terminal full = new Terminal(
                new PrintWriter(out), new PrintWriter(out), new TerminalStyle(columns, false, false, wide, false));
        String name = "x".repeat(100);
        full.item("DONE  ", name, "stream", "sha256:00ff", "note");
        assertThat(out.toString().strip()).isEqualTo("DONE  " + name + "  stream  sha256:00ff  note");
    }

    @Test
    @Tag("U7")
    void aLiveLineThatIsTooLongGoesOnInTheNextAndIsTakenBackWhole() {
        terminal.live(List.of("compared  10 of 1000 files  ends about 10:00  3 of them differ, 1 failed"));
        assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.length() < 40);
        assertThat(out.toString()).contains("1 failed");
        out.getBuffer().setLength(0);
        terminal.live(List.of("done"));
        assertThat(out.toString().split("\u001b\\[1A", -1)).hasSize(3);
        terminal.live(List.of("x".repeat(100)));
        assertThat(out.toString()).contains("x".repeat(39));
    }
}
