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

class ImportCommandTest {
    private static final String ANSWER = """
        {"format":"mapfile","entries":3,"datasets":2,"datasetsComplete":true,"files":3,"filesWithoutSize":1,"bytes":2048,
         "refusedLines":%s,"refused":%s,"warnedLines":0,"warnings":[]}\
        """;
    private static final String CLEAN = ANSWER.formatted("0", "[]");
    private static final String WITH_REFUSED =
            ANSWER.formatted("120", "[{\"line\":7,\"reason\":\"not \\u001b[2J a number\"}]");

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    private String list() throws IOException {
        return Files.writeString(directory.resolve("list.map"), "a line\n").toString();
    }

    @Test
    void aDryRunSendsTheFileAsItIsAndPrintsWhatItHolds() throws IOException {
        server.on("POST /imports", 200, CLEAN);
        Result result = command.run("import", list(), "--dry-run");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("format         mapfile", "entries        3", "datasets       2", "files          3")
                .contains("bytes          2048 (2.0 KiB), and 1 file of unknown size", "refused        0");
        FakeServer.Request request = server.only("POST /imports");
        assertThat(request.query()).isEqualTo("dryRun=true");
        assertThat(request.body()).isEqualTo("a line\n");
        assertThat(request.header("Content-type")).isEqualTo("application/octet-stream");
    }

    @Test
    void refusedLinesAreNamedWithoutControlCharactersAndMakeTheExitCodeOne() throws IOException {
        server.on("POST /imports", 200, WITH_REFUSED);
        Result result = command.run("import", list(), "--dry-run");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("LINE  REASON", "7  not \\x1b[2J a number")
                .doesNotContain("\u001b");
        assertThat(result.err()).contains("only the first 1 are shown");
    }

    @Test
    void jsonIsTheAnswerOnOneLine() throws IOException {
        server.on("POST /imports", 200, WITH_REFUSED);
        Result result = command.run("import", list(), "--dry-run", "--json");
        assertThat(result.out().lines()).hasSize(1);
        assertThat(result.out()).contains("\"format\":\"mapfile\"", "\"refused\":[{\"line\":7,");
    }

    @Test
    void withoutDryRunADraftIsMadeUnderTheNameOfTheFile() throws IOException {
        server.on("POST /imports", 201, CLEAN.replaceFirst("\\{", "{\"id\":\"draft-7\",\"label\":\"list.map\","));
        Result result = command.run("import", list());
        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("draft          draft-7\nlabel          list.map\n");
        FakeServer.Request request = server.only("POST /imports");
        assertThat(request.query()).isEqualTo("label=list.map");
        assertThat(request.body()).isEqualTo("a line\n");
    }

    @Test
    void theRefusalOfTheServerIsShown() throws IOException {
        server.on("POST /imports", 422, Recorded.problem(422, "UNSUPPORTED"));
        Result result = command.run("import", list());
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("error: UNSUPPORTED: the detail");
    }

    @Test
    void theInputCanBeReadInsteadOfAFile() {
        server.on("POST /imports", 200, CLEAN);
        assertThat(command.input("from a pipe").run("import", "-", "--dry-run").code())
                .isZero();
        assertThat(server.only("POST /imports").body()).isEqualTo("from a pipe");
    }

    @Test
    void aFileThatIsNotThereIsAUsageError() {
        assertThat(command.run("import", directory.resolve("none").toString(), "--dry-run")
                        .code())
                .isEqualTo(2);
        assertThat(server.requests("POST /imports")).isEmpty();
    }
}
