package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencesCommandTest {
    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aSetIsWrittenToANewFile() {
        server.on("GET /references", 200, "{\"version\":1}");
        Path file = directory.resolve("tas.json");

        Result result = command.run("references", "bdm://a/data/tas", "--out", file.toString());

        assertThat(result.code()).isZero();
        assertThat(file).hasContent("{\"version\":1}");
        assertThat(server.requests("GET /references")).hasSize(1);
    }

    @Test
    void aSetWithoutAFileIsPrinted() {
        server.on("GET /references", 200, "{\"version\":1}");
        assertThat(command.run("references", "bdm://a/data/tas").out()).contains("{\"version\":1}");
    }

    @Test
    void aRefusalLeavesNoFile() {
        server.on("GET /references", 422, Recorded.problem(422, "UNSUPPORTED"));
        Path file = directory.resolve("tas.json");

        Result result = command.run("references", "bdm://a/data/tas", "--out", file.toString());

        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("UNSUPPORTED");
        assertThat(file).doesNotExist();
    }

    @Test
    void parquetNeedsADirectoryAndNothingIsOverwritten() throws IOException {
        assertThat(command.run("references", "bdm://a/data/tas", "--format", "parquet")
                        .code())
                .isEqualTo(2);
        server.on("GET /references", 200, "{}");
        Path file = Files.writeString(directory.resolve("tas.json"), "mine");
        assertThat(command.run("references", "bdm://a/data/tas", "--out", file.toString())
                        .code())
                .isEqualTo(2);
        assertThat(file).hasContent("mine");
    }
}
