package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestCommandTest {
    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    private Result run(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "manifest";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return command.run(all);
    }

    @Test
    void linesOfSeveralDatasetsFollowEachOther() throws IOException {
        server.on("GET /manifests", 200, "first\n").on("GET /manifests", 200, "second\n");
        Path file = directory.resolve("all.txt");

        assertThat(run("a.v1", "b.v1", "--format", "sha256sum", "-o", file.toString())
                        .code())
                .isZero();

        assertThat(file).hasContent("first\nsecond\n");
    }

    @Test
    void aRefusalLeavesNoHalfOfAList() {
        server.on("GET /manifests", 200, "first\n").on("GET /manifests", 404, Recorded.problem(404, "UNKNOWN_DATASET"));
        Path file = directory.resolve("all.txt");

        Result result = run("a.v1", "b.v1", "--format", "sha256sum", "-o", file.toString());

        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("UNKNOWN_DATASET");
        assertThat(file).doesNotExist();
    }

    @Test
    void anExistingFileIsNotTouched() throws IOException {
        Path file = Files.writeString(directory.resolve("all.txt"), "mine");

        assertThat(run("a.v1", "--format", "mapfile", "-o", file.toString()).code())
                .isEqualTo(2);

        assertThat(file).hasContent("mine");
        assertThat(server.requests("GET /manifests")).isEmpty();
    }

    @Test
    void documentsOfSeveralDatasetsGetAFileEachAndOneThatIsRefusedDoesNotHoldUpTheOthers() {
        server.on("GET /manifests", 404, Recorded.problem(404, "UNKNOWN_DATASET"))
                .on("GET /manifests", 200, "<metalink/>");

        assertThat(run("a.v1", "b.v1", "--format", "metalink").err()).contains("--output-directory");
        Result result = run("a.v1", "b.v1", "--format", "metalink", "--output-directory", directory.toString());

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("a.v1: ");
        assertThat(directory.resolve("a.v1.metalink")).doesNotExist();
        assertThat(directory.resolve("b.v1.metalink")).hasContent("<metalink/>");
    }

    @Test
    @Tag("L1")
    void aJobOfTwoVersionsGetsAMapfileForEachAndOtherFilesAreSaid() {
        server.on("GET /manifests/datasets", 200, "{\"datasets\": [\"a.b.v1\", \"a.b.v2\"], \"filesOfNone\": 1}")
                .on("GET /manifests", 200, "one\n")
                .on("GET /manifests", 200, "two\n");

        Result result = run("job-7", "--format", "mapfile", "--output-directory", directory.toString());

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("1 file of no dataset version");
        assertThat(directory.resolve("a.b.v1.map")).hasContent("one\n");
        assertThat(directory.resolve("a.b.v2.map")).hasContent("two\n");
    }

    @Test
    @Tag("L1")
    void mapfilesOfSeveralDatasetsAreNotWrittenIntoOne() {
        Result result = run("a.v1", "a.v2", "--format", "mapfile");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--output-directory");
        assertThat(server.requests("GET /manifests")).isEmpty();
    }

    @Test
    @Tag("N9")
    void whatIsMissingIsAskedForAsABatchOfGlobusAndNothingElse() {
        server.on("GET /manifests/missing", 200, "# source endpoint: x\n");

        Result result = run("a.v1", "--format", "globus-batch", "--missing", "--root", "/in", "--endpoint", "x");

        assertThat(result.code()).isZero();
        assertThat(server.only("GET /manifests/missing").query()).contains("subject=a.v1", "endpoint=x", "root=");
        assertThat(run("a.v1", "--format", "mapfile", "--missing").code()).isEqualTo(2);
    }

    @Test
    void aFileOfTwoJobsIsInTheirListOnce() throws IOException {
        server.on("GET /manifests", 200, "http://a/1\n  out=1\nhttp://a/2\n  out=2\n")
                .on("GET /manifests", 200, "http://a/2\n  out=2\nhttp://a/2\n  out=3\n");
        Path file = directory.resolve("all.txt");

        assertThat(run("job-1", "job-2", "--format", "aria2", "-o", file.toString())
                        .code())
                .isZero();

        assertThat(Files.readString(file)).isEqualTo("http://a/1\n  out=1\nhttp://a/2\n  out=2\nhttp://a/2\n  out=3\n");
    }

    @Test
    void whatDataNodesHaveIsAskedForWithTheFormatAndTheDigest() {
        server.on("GET /manifests/missing", 200, "{}");

        Result result =
                run("a.v1", "--format", "fts", "--missing", "--root", "davs://dst.example.org/in", "--digest", "none");

        assertThat(result.code()).isZero();
        assertThat(server.only("GET /manifests/missing").query())
                .contains("format=fts", "digest=none", "root=davs%3A%2F%2Fdst.example.org%2Fin");
    }

    @Test
    void aProgramGetsTheNamesOfAListAsTheyAre() {
        server.on("GET /manifests", 200, "d/a\u200cb.nc\n");

        assertThat(run("job-1", "--format", "rclone").out()).isEqualTo("d/a\u200cb.nc\n");
    }
}
