package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmitCommandTest {
    private static final String PLAN = "{\"id\":\"plan-1\",\"state\":\"RUNNING\"}";

    private static final String RECEIVING =
            ",\"stateReason\":{\"code\":\"RECEIVING_LIST\",\"text\":\"t\",\"since\":null,\"nextAt\":null}";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void printsTheIdOfTheJobAlone() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "--recursive");
        assertThat(result).isEqualTo(new Result(0, "job-7" + System.lineSeparator(), ""));
    }

    @Test
    void aMirrorIsOneTree() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        assertThat(command.run("submit", "bdm://a/data/x", "bdm://b/in/x", "-r", "--delete")
                        .code())
                .isZero();
        assertThat(server.only("POST /jobs").body()).contains("\"delete\":true");
        assertThat(command.run("submit", "bdm://a/data/x", "bdm://b/in/x", "--delete")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("submit", "bdm://a/data/x", "bdm://b/in/x", "-r", "--delete", "--dry-run")
                        .err())
                .contains("--dry-run does not show what --delete would plan");
    }

    @Test
    void sendsEveryOption() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        command.run(
                "submit",
                "bdm://a/data/my file\u00e9.nc",
                "bdm://b/replica/x",
                "-r",
                "--label",
                "L",
                "--priority",
                "2",
                "--sync-level",
                "checksum",
                "--on-conflict",
                "overwrite",
                "--verify",
                "readback",
                "--digest",
                "md5",
                "--symlinks",
                "follow",
                "--hard-links",
                "keep",
                "--preserve",
                "mode",
                "--include",
                "*.nc",
                "--include",
                "a/**",
                "--exclude",
                "*.tmp",
                "--order",
                "oldest",
                "--max-rate",
                "100M",
                "--on-no-space",
                "trickle",
                "--streams",
                "16",
                "--readers",
                "8",
                "--writers",
                "128",
                "--hashers",
                "2",
                "--dscp",
                "CS1",
                "--idempotency-key",
                "k-1");
        FakeServer.Request request = server.only("POST /jobs");
        assertThat(request.header("Idempotency-key")).isEqualTo("k-1");
        assertThat(request.body())
                .contains("\"kind\":\"TREE\"", "\"label\":\"L\"", "\"recursive\":true", "\"priority\":2")
                .contains("\"source\":\"bdm://a/data/my%20file%C3%A9.nc\"")
                .contains("\"syncLevel\":\"checksum\"", "\"onConflict\":\"overwrite\"", "\"verify\":\"readback\"")
                .contains(
                        "\"digest\":\"md5\"",
                        "\"symlinks\":\"follow\"",
                        "\"hardLinks\":\"keep\"",
                        "\"preserve\":\"mode\"",
                        "\"order\":\"oldest\"")
                .contains("\"include\":[\"*.nc\",\"a/**\"]", "\"exclude\":[\"*.tmp\"]")
                .contains("\"maxRateBytesPerSecond\":104857600", "\"onNoSpace\":\"trickle\"", "\"dscp\":\"CS1\"")
                .contains("\"streams\":16", "\"readers\":8", "\"writers\":128", "\"hashers\":2");
    }

    @Test
    void keepsEveryPermissionBitOnlyInSoManyWords() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "--preserve", "mode-as-is");
        assertThat(server.only("POST /jobs").body()).contains("\"preserve\":\"mode-as-is\"");
    }

    @Test
    void leavesDefaultsToTheServer() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        command.run("submit", "bdm://a/data/x", "bdm://b/replica/x");
        assertThat(server.only("POST /jobs").body())
                .contains("\"kind\":\"FILE\"", "\"syncLevel\":null", "\"priority\":null");
    }

    @Test
    void asksAgainWithTheSameKeyWhenTheAnswerIsLost() {
        server.breakOn("POST /jobs").on("POST /jobs", 201, Recorded.job("QUEUED"));
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x");
        assertThat(result.code()).isZero();
        assertThat(server.requests("POST /jobs"))
                .hasSize(2)
                .extracting(request -> request.header("Idempotency-key"))
                .doesNotContain("")
                .satisfies(keys -> assertThat(keys.get(0)).isEqualTo(keys.get(1)));
    }

    @Test
    void waitsForTheEndWhileTheIdStaysAloneOnTheOutput() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"))
                .on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"))
                .on("GET /jobs/job-7", 200, Recorded.job("FAILED"));
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "--wait");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEqualToNormalizingNewlines("job-7\n");
        assertThat(result.err()).contains("job-7 ACTIVE", "job-7 FAILED");
    }

    @Test
    void anIncludeThatSelectsNothingEndsWithOneWhenWaitedFor() {
        String[] submit = {"submit", "bdm://a/data/x", "bdm://b/replica/x", "-r", "--include", "zz*", "--wait"};
        String empty = Recorded.job("SUCCEEDED").replace("\"total\":4,", "\"total\":0,");
        server.on("POST /jobs", 201, empty).on("POST /jobs", 201, empty);
        Result result = command.run(submit);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("there was no file to transfer", "warning: no file was selected");
        String[] lenient = Arrays.copyOf(submit, submit.length + 1);
        lenient[submit.length] = "--no-fail-on-empty";
        assertThat(command.run(lenient).code()).isZero();
    }

    @Test
    void aSourceThatIsNotThereIsRefusedAndNothingIsSubmitted() {
        for (String code : List.of("SOURCE_NOT_FOUND", "UNKNOWN_EXPORT")) {
            try (FakeServer looked = new FakeServer()) {
                looked.on("GET /exports/data/entries", 404, Recorded.problem(404, code))
                        .on("POST /plans", 202, PLAN);
                Result result = new CommandRun()
                        .environment("BDM_SERVER", looked.url())
                        .run("submit", "bdm://a/data/x", "bdm://b/replica/x", "-r");
                assertThat(result.code()).isEqualTo(8);
                assertThat(result.err()).contains("SOURCE_NOT_FOUND", "bdm://a/data/x", "nothing was submitted");
                assertThat(looked.requests("POST /jobs")).isEmpty();
            }
        }
    }

    @Test
    void whatIsWrongWithTheJobItselfComesBeforeItsSource() {
        server.on("GET /exports/data/entries", 404, Recorded.problem(404, "SOURCE_NOT_FOUND"))
                .on("POST /plans", 409, Recorded.problem(409, "DESTINATION_NOT_LOCAL"));
        Result result = command.run("submit", "bdm://a/data/x", "bdm://a/data/y");
        assertThat(result.err()).contains("DESTINATION_NOT_LOCAL");
        assertThat(server.requests("POST /jobs")).isEmpty();
    }

    @Test
    void aDirectoryNeedsRecursive() {
        server.on("GET /exports/data/entries", 200, Recorded.page())
                .on("POST /plans", 202, PLAN)
                .on("POST /jobs", 201, Recorded.job("QUEUED"));
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("IS_A_DIRECTORY", "--recursive");
        assertThat(command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "-r")
                        .code())
                .isZero();
    }

    @Test
    void aSiteThatCannotBeAskedNowOrAFileIsLeftToTheJob() {
        server.on("GET /exports/data/entries", 503, Recorded.problem(503, "PEER_UNREACHABLE"))
                .on("GET /exports/data/entries", 409, Recorded.problem(409, "NOT_A_DIRECTORY"))
                .on("POST /jobs", 201, Recorded.job("QUEUED"));
        assertThat(command.run("submit", "bdm://a/data/x", "bdm://b/replica/x").code())
                .isZero();
        assertThat(command.run("submit", "bdm://a/data/x", "bdm://b/replica/x").code())
                .isZero();
    }

    @Test
    void aDryRunEndsWithOneWhenSomethingWouldFail() {
        server.on("POST /plans", 202, """
            {"id":"plan-1","state":"DONE","files":1,"errors":[{"entry":"bdm://a/data/x","code":"SOURCE_NOT_FOUND","detail":"gone"}]}\
            """);
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "--dry-run");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("would fail     bdm://a/data/x: SOURCE_NOT_FOUND: gone");
    }

    @Test
    void waitsThroughARestartOfTheServer() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"))
                .on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"))
                .breakOn("GET /jobs/job-7") // and its repetitions
                .breakOn("GET /jobs/job-7")
                .breakOn("GET /jobs/job-7")
                .breakOn("GET /jobs/job-7")
                .breakOn("GET /jobs/job-7")
                .breakOn("GET /jobs/job-7")
                .on("GET /jobs/job-7", 503, Recorded.problem(503, "STOPPING"))
                .on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED"));
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "--wait");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("the server does not answer, trying again", "the server answers again");
    }

    @Test
    void streamsABatchWithQuotedNamesDigestsAndSizes() throws IOException {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        Path batch = Files.writeString(directory.resolve("list"), """
            # comment
            bdm://a/d/x.nc bdm://b/d/x.nc sha256:AB01 12

            "bdm://a/d/two words.nc" 'bdm://b/d/two words.nc' 7
            """);
        Result result = command.run("submit", "--batch", batch.toString(), "--label", "B");
        assertThat(result.code()).isZero();
        FakeServer.Request request = server.only("POST /jobs");
        assertThat(request.header("Content-type")).isEqualTo("application/x-ndjson");
        assertThat(request.body().lines()).hasSize(3);
        assertThat(request.body().lines().toList().get(0))
                .contains("\"kind\":\"BATCH\"", "\"items\":[]", "\"label\":\"B\"");
        assertThat(request.body().lines().toList().get(1))
                .contains("\"size\":12", "{\"algorithm\":\"sha256\",\"value\":\"ab01\"}");
        assertThat(request.body().lines().toList().get(2)).contains("bdm://b/d/two%20words.nc", "\"size\":7");
    }

    @Test
    void readsABatchFromTheInputByteByByte() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        byte[] line = "bdm://a/d/\u00ff\u00fe bdm://b/d/\u00ff\u00fe\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(command.input(line).run("submit", "--batch", "-").code()).isZero();
        assertThat(server.only("POST /jobs").body()).contains("\"source\":\"bdm://a/d/%FF%FE\"");
    }

    private static String received(int items, boolean isComplete) {
        return "{\"job\":\"job-7\",\"items\":" + items + ",\"complete\":" + isComplete + "}";
    }

    private Path longList(int lines) throws IOException {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < lines; i++) list.append("bdm://a/d/f" + i + " bdm://b/d/f" + i + "\n");
        return Files.writeString(directory.resolve("list"), list.toString());
    }

    @Test
    void sendsALongListInPartsAndSaysTheIdAtOnce() throws IOException {
        server.on("POST /jobs", 201, Recorded.job("QUEUED", RECEIVING))
                .on("POST /jobs/job-7/items", 200, received(100_000, false))
                .on("POST /jobs/job-7/items", 200, received(110_001, true))
                .on("GET /jobs/job-7", 200, Recorded.job("QUEUED"));
        Result result = command.run("submit", "--batch", longList(110_001).toString());
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo("job-7" + System.lineSeparator());
        assertThat(result.err()).startsWith("job-7: sending the list").contains("100,000 of 110,001 entries stored");
        assertThat(server.only("POST /jobs").query()).isEqualTo("itemsFollow=true");
        List<FakeServer.Request> parts = server.requests("POST /jobs/job-7/items");
        assertThat(parts)
                .extracting(FakeServer.Request::query)
                .containsExactly("from=0&last=false", "from=100000&last=true");
        assertThat(parts.get(1).body().lines())
                .hasSize(10_001)
                .last()
                .asString()
                .contains("bdm://b/d/f110000");
    }

    @Test
    void sendsAPartAgainWhoseAnswerWasLost() throws IOException {
        server.on("POST /jobs", 201, Recorded.job("QUEUED", RECEIVING))
                .breakOn("POST /jobs/job-7/items")
                .on("POST /jobs/job-7/items", 503, Recorded.problem(503, "STOPPING"))
                .on("POST /jobs/job-7/items", 409, Recorded.problem(409, "ILLEGAL_STATE"))
                .on("POST /jobs/job-7/items", 200, received(10_001, true))
                .on("GET /jobs/job-7", 200, Recorded.job("QUEUED"));
        Result result = command.run("submit", "--batch", longList(10_001).toString());
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("resuming the upload");
        assertThat(server.requests("POST /jobs/job-7/items"))
                .hasSize(4)
                .extracting(FakeServer.Request::query)
                .containsOnly("from=0&last=true");
        assertThat(server.requests("POST /jobs/job-7/items"))
                .extracting(FakeServer.Request::body)
                .containsOnly(server.requests("POST /jobs/job-7/items").get(0).body());
    }

    @Test
    void cancelsTheJobOfAListThatIsRefused() throws IOException {
        server.on("POST /jobs", 201, Recorded.job("QUEUED", RECEIVING))
                .on("POST /jobs/job-7/items", 422, Recorded.problem(422, "UNKNOWN_SITE"))
                .on("POST /jobs/job-7/cancel", 200, Recorded.job("CANCELLED"));
        Result result = command.run("submit", "--batch", longList(10_001).toString());
        assertThat(result.code()).isNotZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("job-7 is cancelled", "UNKNOWN_SITE");
        assertThat(server.requests("POST /jobs/job-7/cancel")).hasSize(1);
    }

    @Test
    void givesUpWithTheWayToResumeWhenNoServerAnswersForTenMinutes() throws IOException {
        server.on("POST /jobs", 201, Recorded.job("QUEUED", RECEIVING)).breakOn("POST /jobs/job-7/items");
        Result result = command.run("submit", "--batch", longList(10_001).toString(), "--idempotency-key", "k-9");
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("--idempotency-key k-9");
        assertThat(server.requests("POST /jobs/job-7/cancel")).isEmpty();
    }

    @Test
    void sendsNothingOfABatchFileWithABadLine() throws IOException {
        Path batch = Files.writeString(directory.resolve("list"), "bdm://a/x bdm://b/x\nbdm://a/y\n");
        Result result = command.run("submit", "--batch", batch.toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("error: BATCH_LINE: line 2: ");
        assertThat(server.requests("POST /jobs")).isEmpty();
    }

    @Test
    void breaksOffABatchFromTheInputAtABadLineSoThatNoJobIsMade() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        Result result = command.input("bdm://a/x bdm://b/x\nbad\n").run("submit", "--batch", "-");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("error: BATCH_LINE: line 2: ");
        assertThat(server.requests("POST /jobs")).isEmpty();
    }

    @Test
    void aBatchThatIsNotThereIsAUsageError() {
        assertThat(command.run("submit", "--batch", directory.resolve("none").toString())
                        .code())
                .isEqualTo(2);
    }

    @Test
    void planChangesNothing() {
        server.on("POST /plans", 200, "{\"id\":\"p\",\"state\":\"RUNNING\"}").on("GET /plans/p", 200, """
            {"id":"p","state":"DONE","files":5,"bytes":5000,"filesToMove":3,"bytesToMove":3000,"filesSame":2,
             "peakBytes":3000,"freeBytesNow":1048576,"estimate":{"p10Seconds":1,"p50Seconds":2,"p90Seconds":90}}\
            """);
        Result result = command.run("submit", "bdm://a/data/x", "bdm://b/replica/x", "-r", "--dry-run");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("3 of 5 files", "1.0 MiB free", "2.0 s (1.0 s to 1 min 30 s)");
        assertThat(server.requests("POST /jobs")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"--streams, 17, 16", "--readers, 65, 64", "--writers, 129, 128", "--hashers, 0, 128"})
    void aNumberOfWorkersThatCannotBeIsAUsageError(String option, String number, int most) {
        Result result = command.run("submit", "bdm://a/x", "bdm://b/x", option, number);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(option + " must be 1 to " + most + ", not " + number);
    }

    @Test
    void contradictionsAreUsageErrors() {
        assertThat(command.run("submit", "bdm://a/x").code()).isEqualTo(2);
        assertThat(command.run("submit", "bdm://a/x", "bdm://b/x", "--batch", "-")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("submit", "bdm://a/x", "bdm://b/x", "--fail-on-pause")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("submit", "bdm://a/x", "bdm://b/x", "--max-rate", "fast")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("submit", "bdm://a/x", "bdm://b/x", "--priority", "9")
                        .code())
                .isEqualTo(2);
    }
}
