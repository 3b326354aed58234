package org.bdm.server.hsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.bdm.server.program.BoundedProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs say of files, and what of that is believed. */
class ProgramPresenceTest {
    private static final StorePath A = StorePath.ofUtf8("cmip6/a.nc");
    private static final StorePath B = StorePath.ofUtf8("cmip6/b é #%20: (0x4).nc");
    private static final StorePath C = StorePath.ofUtf8("cmip6/c.nc");

    @TempDir
    private Path directory;

    private ProgramPresence program(boolean isLustre, Duration longest, String... lines) throws IOException {
        Path script = directory.resolve("program");
        Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path temporary = Files.createDirectories(directory.resolve("temporary"));
        BoundedProgram program =
                new BoundedProgram(List.of(script.toString()), temporary, longest, ProgramPresence.OUTPUT_BYTES_MAX);
        return new ProgramPresence(program, new FilePaths("/data".getBytes(StandardCharsets.UTF_8)), isLustre);
    }

    private ProgramPresence plain(String... lines) throws IOException {
        return program(false, Duration.ofSeconds(30), lines);
    }

    @Test
    void answersAreMatchedByPathWhateverTheirOrder() throws Exception {
        ProgramPresence asked =
                plain("sort -r | while IFS= read -r path; do case \"$path\" in *b*) echo \"offline $path\";;"
                        + " *) echo \"online $path\";; esac; done");

        assertThat(asked.ask(List.of(A, B, C)))
                .isEqualTo(Map.of(A, Presence.ON_DISK, B, Presence.OFFLINE, C, Presence.ON_DISK));
    }

    @Test
    void whatIsNotAnsweredIsNotKnown() throws Exception {
        ProgramPresence asked = plain("cat > /dev/null", "echo warning: slow", "echo perhaps /data/cmip6/a.nc");

        assertThat(asked.ask(List.of(A))).isEmpty();
    }

    @Test
    void answersCountThoughTheProgramFails() throws Exception {
        ProgramPresence asked = plain("echo offline /data/cmip6/a.nc", "echo no such file >&2", "exit 2");

        assertThat(asked.ask(List.of(A, C))).isEqualTo(Map.of(A, Presence.OFFLINE));
    }

    @Test
    void programThatOnlyFailsGaveNoAnswer() throws Exception {
        ProgramPresence asked = plain("echo cannot reach the HSM >&2", "exit 7");

        assertThatThrownBy(() -> asked.ask(List.of(A)))
                .isInstanceOf(PresenceQuestion.Unanswered.class)
                .hasMessage("it ended with 7: cannot reach the HSM");
    }

    @Test
    void programThatHangsIsEnded() throws Exception {
        ProgramPresence asked = program(false, Duration.ofMillis(200), "sleep 1000");

        assertThatThrownBy(() -> asked.ask(List.of(A))).isInstanceOf(PresenceQuestion.Unanswered.class);
    }

    @Test
    void lustreSaysReleasedInTheLastFlagsOfALine() throws Exception {
        ProgramPresence asked = program(
                true,
                Duration.ofSeconds(30),
                "tr '\\0' '\\n' | while IFS= read -r path; do case \"$path\" in"
                        + " *a.nc) echo \"$path: (0x0000000d) released exists archived, archive_id:1\";;"
                        + " *c.nc) echo \"$path: (0x00000000), archive_id:1\";;"
                        + " *) echo \"$path: (0x00000009) exists archived, archive_id:1\";; esac; done",
                "echo \"lfs hsm_state: cannot get hsm state for '/data/x': No such file or directory\" >&2",
                "exit 123");

        assertThat(asked.ask(List.of(A, B, C)))
                .isEqualTo(Map.of(A, Presence.OFFLINE, B, Presence.ON_DISK, C, Presence.ON_DISK));
    }

    @Test
    void nameThatDoesNotFitOnALineIsNotAskedAbout() throws Exception {
        StorePath twoLines = StorePath.ofUtf8("a\nonline b");

        assertThat(plain("while read -r path; do echo \"online $path\"; done").ask(List.of(twoLines)))
                .isEmpty();
    }
}
