package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each number of the contract, from the outside. */
class ExitCodeTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private Result run(String... args) {
        return new CommandRun().environment("BDM_SERVER", server.url()).run(args);
    }

    @Test
    void zeroWhenAllIsDone() {
        server.on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED"));
        Result result = run("wait", "job-7");
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("job-7 SUCCEEDED");
    }

    @Test
    void oneWhenTheJobEndedWithFilesThatFailed() {
        server.on("GET /jobs/job-7", 200, Recorded.job("PARTIAL"));
        Result result = run("wait", "job-7");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("1 file failed").contains("bdm-client files job-7 --state FAILED");
    }

    @Test
    void oneWhenACheckFoundDifferences() {
        server.on("POST /checks", 200, "{\"id\":\"c1\",\"state\":\"RUNNING\"}").on("GET /checks/c1", 200, """
            {"id":"c1","state":"DONE","level":"mtime","same":3,"different":1,"differencesComplete":true,
             "bytesSame":86402662,"filesRead":0,"bytesCompared":0,
             "differences":[{"path":"x.nc","kind":"DIFFERENT","text":"size 3 and 4"}]}\
            """);
        Result result = run("check", "bdm://a/x/y", "bdm://b/x/y");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("DIFFERENT  x.nc  size 3 and 4")
                .contains("3 the same by name, size and time, 1 different")
                .contains("contents were not compared")
                .doesNotContain("MiB");
    }

    @Test
    void twoForAnUnknownVerbWithASuggestion() {
        Result result = run("submti");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .startsWith("error: USAGE: ")
                .contains("Did you mean")
                .contains("submit");
    }

    @Test
    void twoForAnUnknownOption() {
        Result result = run("submit", "--recusive", "bdm://a/x", "bdm://b/x");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("error: USAGE: ").contains("--recusive");
    }

    @Test
    void twoWithoutAVerb() {
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("receipt").code()).isEqualTo(2);
    }

    @Test
    void threeWhenNobodyListens() {
        server.close();
        Result result = run("list");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err().lines())
                .hasSize(2)
                .first()
                .asString()
                .isEqualTo("error: NOT_REACHABLE: " + server.url() + ": connection refused or no route");
    }

    @Test
    void fourWhenNotAuthenticatedOrNotAllowed() {
        server.on("GET /jobs", 401, Recorded.problem(401, "NOT_AUTHENTICATED"));
        server.on("GET /tokens", 403, Recorded.problem(403, "NOT_ALLOWED"));
        assertThat(run("list").code()).isEqualTo(4);
        assertThat(run("token", "list").code()).isEqualTo(4);
    }

    @Test
    void fiveWhenThereIsNoSuchJobOrSite() {
        server.on("GET /jobs/job-9", 404, Recorded.problem(404, "UNKNOWN_JOB"));
        server.on("POST /jobs", 422, Recorded.problem(422, "UNKNOWN_SITE"));
        Result result = run("status", "job-9");
        assertThat(result.code()).isEqualTo(5);
        assertThat(result.err()).isEqualToNormalizingNewlines("error: UNKNOWN_JOB: the detail\nthe advice\n");
        assertThat(run("submit", "bdm://a/x", "bdm://b/x").code()).isEqualTo(5);
    }

    @Test
    void sixWhenTheWaitTakesTooLong() {
        server.on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"));
        Result result = run("wait", "job-7", "--timeout", "90s");
        assertThat(result.code()).isEqualTo(6);
        assertThat(result.err()).contains("WAIT_TIMED_OUT").contains("job-7 is still ACTIVE");
    }

    @Test
    void sevenWhenTheJobWasCancelled() {
        server.on("GET /jobs/job-7", 200, Recorded.job("CANCELLED"));
        assertThat(run("wait", "job-7").code()).isEqualTo(7);
    }

    @Test
    void eightWhenTheServerRefuses() {
        server.on("POST /jobs/job-7/resume", 409, Recorded.problem(409, "ILLEGAL_STATE"));
        Result result = run("resume", "job-7");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).startsWith("error: ILLEGAL_STATE: the detail");
    }

    @Test
    void eightNamesEachWrongEntry() {
        server.on("POST /jobs", 422, """
            {"status":422,"detail":"2 entries","code":"DUPLICATE_DESTINATION",
             "errors":[{"entry":"line 3","code":"DUPLICATE_DESTINATION","detail":"as line 1"}]}\
            """);
        Result result = run("submit", "bdm://a/x", "bdm://b/x");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("line 3: DUPLICATE_DESTINATION: as line 1");
    }

    @Test
    void eightWhenAnotherProgramListensThere() {
        server.on("GET /jobs/job-7", 200, "<html>welcome</html>").on("GET /jobs/job-8", 500, "<html>oops</html>");
        assertThat(run("status", "job-7").code()).isEqualTo(8);
        Result result = run("status", "job-8");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("HTTP_500").contains("Check that a mover-server");
    }

    @Test
    void nineOnlyForPausesThatNeedAPersonAndOnlyWhenAsked() {
        server.on("GET /jobs/job-7", 200, paused("PEER_UNREACHABLE"))
                .on("GET /jobs/job-7", 200, paused("NO_SPACE"))
                .on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED"));
        Result result = run("wait", "job-7", "--fail-on-pause");
        assertThat(result.code()).isEqualTo(9);
        assertThat(result.err()).contains("NO_SPACE: because").contains("bdm-client resume job-7");
        assertThat(run("wait", "job-7").code()).isZero();
    }

    @Test
    void tenForADefectInOneLineWithoutAStackTrace() {
        server.on("GET /jobs/job-7", 200, "{\"id\":\"job-7\",\"state\":\"ACTIVE\"}");
        Result result = run("status", "job-7");
        assertThat(result.code()).isEqualTo(10);
        assertThat(result.err().lines()).hasSize(2);
        assertThat(result.err()).startsWith("error: INTERNAL: ").doesNotContain("\tat ");
    }

    private static String paused(String code) {
        return Recorded.job(
                "PAUSED",
                ",\"stateReason\":{\"code\":\"" + code + "\",\"text\":\"because\",\"since\":\"2026-11-20T10:00:00Z\"}");
    }
}
