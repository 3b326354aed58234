package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine lacks is shown first, with what to change; the exit code is for scripts. */
class DoctorCommandTest {
    private static final String OK =
            "{\"id\":\"mtu\",\"subject\":\"host\",\"verdict\":\"OK\",\"found\":\"eth0 9,000 bytes\",\"change\":null}";
    private static final String PROBLEM = "{\"id\":\"free-space\",\"subject\":\"export in\",\"verdict\":\"PROBLEM\","
            + "\"found\":\"1 GiB of 900 GiB free\",\"change\":\"Add space.\"}";
    private static final String ADVICE = "{\"id\":\"open-files\",\"subject\":\"process\",\"verdict\":\"ADVICE\","
            + "\"found\":\"1,024 files\",\"change\":\"ulimit -n 65536\"}";

    @TempDir
    Path directory;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    private void finds(String verdict, String checks) {
        server.on(
                "GET /doctor",
                200,
                "{\"site\":\"b\",\"node\":\"node-1\",\"host\":\"7@dtn1\",\"version\":\"1.0\",\"examinedAt\":\"2026-11-20T10:00:00Z\","
                        + "\"verdict\":\"" + verdict + "\",\"checks\":[" + checks + "]}");
    }

    @Test
    void problemsComeFirstWithWhatToChangeAndEndWithOne() {
        finds("PROBLEM", PROBLEM + "," + ADVICE + "," + OK);
        Result result = command.run("doctor");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .containsSubsequence(
                        "node-1 of site b (process 7@dtn1), version 1.0",
                        "PROBLEM  free-space, export in",
                        "  found:  1 GiB of 900 GiB free",
                        "  change: Add space.",
                        "ADVICE  open-files, process",
                        "mtu",
                        "1 problem, 1 to improve, 0 unknown, 1 OK");
    }

    @Test
    void adviceAloneEndsWithZero() {
        finds("ADVICE", ADVICE + "," + OK);
        finds("PROBLEM", PROBLEM);
        assertThat(command.run("doctor").code()).isZero();
        Result json = command.run("doctor", "--json");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.out()).startsWith("{").contains("\"free-space\"");
    }

    @Test
    void bundleIsWrittenForItsOwnerAndReplacesNothing() throws IOException {
        Path file = directory.resolve("bundle.zip");
        server.on("GET /doctor/bundle", 200, "an archive");
        Result result = command.run("doctor", "--bundle", file.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(file).hasContent("an archive");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(result.out()).contains("10 bytes");
        assertThat(command.run("doctor", "--bundle", file.toString()).code()).isEqualTo(2);
        assertThat(file).hasContent("an archive");
    }

    @Test
    void bundleThatIsRefusedLeavesNoFile() {
        server.on(
                "GET /doctor/bundle",
                403,
                "{\"status\":403,\"code\":\"NOT_ALLOWED\",\"detail\":\"needs the role admin\",\"kind\":\"BAD_REQUEST\"}");
        Path file = directory.resolve("bundle.zip");
        assertThat(command.run("doctor", "--bundle", file.toString()).code()).isEqualTo(4);
        assertThat(file).doesNotExist();
    }
}
