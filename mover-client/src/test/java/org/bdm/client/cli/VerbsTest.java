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

class VerbsTest {
    private static final String FILE = """
        {"id":"1","kind":"FILE","source":"bdm://a/d/x%0A.nc","destination":"bdm://b/d/x%0A.nc","size":12,"state":"DONE",
         "evidenceLevel":"stream","digest":{"algorithm":"sha256","value":"ab"},"attempts":1}\
        """;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void listShowsATableAndNeverRawControlCharacters() {
        server.on(
                "GET /jobs", 200, Recorded.page(Recorded.job("ACTIVE").replace("\"tas\"", "\"a\\u001b[2Jb\\u202e\"")));
        Result result = command.run("list");
        assertThat(result.out())
                .contains("JOB    STATE")
                .contains("a\\x1b[2Jb\\u202e")
                .doesNotContain("\u001b");
    }

    @Test
    void listGoesThroughAllPages() {
        server.on("GET /jobs", 200, "{\"items\":[" + Recorded.job("ACTIVE") + "],\"nextCursor\":\"c+/=\"}")
                .on("GET /jobs", 200, Recorded.page(Recorded.job("SUCCEEDED")));
        Result result = command.run("list", "--json", "--state", "active");
        assertThat(result.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{\"id\":\"job-7\""));
        assertThat(server.requests("GET /jobs"))
                .extracting(FakeServer.Request::query)
                .containsExactly("state=ACTIVE&limit=1000", "state=ACTIVE&limit=1000&cursor=c%2B%2F%3D");
    }

    @Test
    void statusIsOneFactALine() {
        server.on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"));
        assertThat(command.run("status", "job-7").out())
                .contains("state          ACTIVE", "limited by     network", "64 B sent again");
    }

    @Test
    void jsonIsOneDocumentOnOneLineBeforeOrAfterTheVerb() {
        server.on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"));
        String after = command.run("status", "job-7", "--json").out();
        assertThat(after.lines()).hasSize(1);
        assertThat(command.run("--json", "status", "job-7").out()).isEqualTo(after);
    }

    @Test
    void anIdCannotLeaveItsPlaceInTheRoute() {
        server.on("GET /jobs/..%2Ftokens%3Fx", 404, Recorded.problem(404, "UNKNOWN_JOB"));
        assertThat(command.run("status", "../tokens?x").code()).isEqualTo(5);
    }

    @Test
    void filesAreAStreamWithEvidence() {
        server.on("GET /jobs/job-7/files", 200, Recorded.page(FILE));
        assertThat(command.run("files", "job-7", "--state", "done", "--q", "x y")
                        .out())
                .contains("DONE", "12 B  bdm://b/d/x%0A.nc  stream  sha256:ab");
        assertThat(server.only("GET /jobs/job-7/files").query()).isEqualTo("state=DONE&q=x%2520y&limit=1000");
    }

    @Test
    void filesHaveAHeadingAndColouredStatesOnATerminalOnly() {
        server.on("GET /jobs/job-7/files", 200, Recorded.page(FILE));
        assertThat(command.run("files", "job-7").out().lines()).hasSize(1);
        assertThat(command.terminal(80).run("files", "job-7").out())
                .startsWith("STATE             SIZE  FILE")
                .contains("\u001b[32mDONE\u001b[0m");
        assertThat(command.terminal(40).run("files", "job-7").out()).doesNotContain("sha256:");
    }

    @Test
    void eventsGoOnLiveAfterTheLastOne() {
        String event = "{\"id\":\"5\",\"at\":\"2026-11-20T10:00:00Z\",\"kind\":\"JOB_STATE\",\"text\":\"began\"}";
        server.on("GET /jobs/job-7/events", 200, Recorded.page(event))
                .onFeed(
                        "GET /jobs/job-7/events live",
                        ": hello\n\nid: 6\nevent: x\ndata: " + event.replace("began", "ended") + "\n\n: bye\n\n");
        assertThat(command.run("events", "job-7", "--follow").out().lines())
                .containsExactly("2026-11-20 10:00:00  JOB_STATE  began", "2026-11-20 10:00:00  JOB_STATE  ended");
        assertThat(server.only("GET /jobs/job-7/events live").header("Last-event-id"))
                .isEqualTo("5");
    }

    @Test
    void openInvitationsAreListedWithoutTheirCodesAndCanBeTakenBack() {
        server.on(
                        "GET /invitations",
                        200,
                        Recorded.page(
                                "{\"id\":\"00ff\",\"name\":\"b\",\"code\":null,\"createdAt\":\"2026-11-20T10:00:00Z\","
                                        + "\"expiresAt\":\"2026-11-21T10:00:00Z\",\"read\":[\"data/cmip6\"]}"))
                .on("DELETE /invitations/00ff", 204, "");
        assertThat(command.run("site", "invitations").out()).contains("00ff", "data/cmip6", "2026-11-21");
        assertThat(command.run("site", "uninvite", "00ff").code()).isZero();
        assertThat(server.only("DELETE /invitations/00ff")).isNotNull();
    }

    @Test
    void explanationNamesReasonNextAndStages() {
        server.on("GET /jobs/job-7/explanation", 200, """
            {"jobId":"job-7","state":"ACTIVE","reason":"moving","next":"goes on","limitedBy":"disk",
             "stages":[{"stage":"disk","parallelism":2,"bytesPerSecond":1048576,"waiting":3,"busy":0.97}],
             "openFiles":[{"fileId":"3","destination":"bdm://b/x","state":"WAITING","attempts":2,"attemptsMax":8,"errorCode":"TIMED_OUT",
             "errorText":"no answer","since":"2026-11-20T10:04:00Z","waitingUntil":"2026-11-20T10:05:00Z"}]}\
            """);
        assertThat(command.run("explain", "job-7").out())
                .contains(
                        "because        moving",
                        "stage disk     2 active, 8.4 Mbit/s, 97 % full, 3 waiting",
                        "file           bdm://b/x WAITING, attempt 2 of 8, TIMED_OUT: no answer, since 10:04:00, again"
                                + " at 10:05:00");
    }

    @Test
    void decisionsAreListedWithWhatWasAndWhatIs() {
        server.on("GET /jobs/job-7/decisions", 200, """
                {"items":[{"number":1,"at":"2026-01-02T03:04:05Z","source":"north","stage":"streams","before":4,"after":5,
                 "bytesPerSecond":104857600,"text":"5 streams are tried"}],"nextCursor":null}""");
        assertThat(command.run("explain", "job-7", "--decisions").out())
                .contains("north  4 -> 5 streams at 838.9 Mbit/s: 5 streams are tried");
        assertThat(command.run("explain", "north", "south", "--decisions").err())
                .contains("--decisions takes a job, not two sites");
    }

    @Test
    @Tag("U7")
    @Tag("D3")
    void reportHasEvidenceTimesAndFailures() {
        server.on("GET /jobs/job-7/report", 200, """
            {"jobId":"job-7","state":"PARTIAL","createdAt":"2026-11-20T10:00:00Z","startedAt":"2026-11-20T10:00:00Z",
             "endedAt":"2026-11-20T10:02:05Z",
             "files":{"total":3,"done":2,"failed":1},"bytes":{"total":10,"moved":9,"durable":9,"resent":1},
             "evidence":[{"level":"stream","files":2}],"restsOn":"2 files rest on what data nodes sent","streams":2,"dataSecurity":"tls",
             "time":{"listingMillis":100,"movingMillis":61000,"verifyingMillis":2000,"placingMillis":3000},
             "failures":[{"code":"SPECIAL_FILE","files":5,"advice":"Exclude it.","examples":[{"destination":"bdm://b/f","text":"a FIFO"}]}]}\
            """);
        assertThat(command.run("report", "job-7").out())
                .contains(
                        "took           2 min 05 s",
                        "evidence       2 stream",
                        "rests on       2 files rest on what data nodes sent",
                        "data security  tls",
                        "listing 0.1 s, moving 1 min 01 s, verifying 2.0 s, placing 3.0 s",
                        "5 with SPECIAL_FILE. Exclude it.",
                        "bdm://b/f: a FIFO",
                        "and 4 more: bdm-client files job-7 --state FAILED");
    }

    @Test
    void statusOfAnEndedJobHasItsRateAndItsOptions() {
        server.on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED")).on("GET /jobs/job-7/report", 200, """
                {"jobId":"job-7","state":"SUCCEEDED","createdAt":"2026-11-20T10:00:00Z","files":{"total":3,"done":3},
                 "bytes":{"total":10},"streams":2,"time":{},"options":{"syncLevel":"checksum","onConflict":"skip","verify":"stream","dscp":"CS1",
                 "include":["tas/**"],"exclude":[],"maxRateBytesPerSecond":1048576}}""");
        assertThat(command.run("status", "job-7").out())
                .contains(
                        "average rate   ",
                        "options        sync-level checksum, on-conflict skip, verify stream, dscp CS1",
                        "include        tas/**",
                        "max rate       1 MiB/s")
                .doesNotContain("0 cancelled");
    }

    @Test
    @Tag("U3")
    void statusOfARunningJobShowsItsMaximumRate() {
        server.on("GET /jobs/job-7", 200, Recorded.job("ACTIVE")).on("GET /jobs/job-7/report", 200, """
                {"jobId":"job-7","state":"ACTIVE","createdAt":"2026-11-20T10:00:00Z","files":{},"bytes":{},"streams":0,"time":{},
                 "options":{"include":[],"exclude":[],"maxRateBytesPerSecond":100000}}""");
        assertThat(command.run("status", "job-7").out()).contains("max rate       100 kB/s = 800 kbit/s");
    }

    @Test
    void steeringAsksTheRightRoutes() {
        for (String verb : new String[] {"pause", "resume", "cancel", "retry"}) {
            server.on("POST /jobs/job-7/" + verb, 200, Recorded.job("ACTIVE"));
            assertThat(command.run(verb, "job-7").code()).isZero();
            server.only("POST /jobs/job-7/" + verb);
        }
        server.on("PATCH /jobs/job-7", 200, Recorded.job("ACTIVE"));
        command.run("set", "job-7", "--priority", "1", "--max-rate", "none");
        assertThat(server.only("PATCH /jobs/job-7").body()).isEqualTo("{\"priority\":1,\"maxRateBytesPerSecond\":0}");
        assertThat(command.run("set", "job-7").code()).isEqualTo(2);
    }

    @Test
    void retryPrintsTheIdOfTheNewJobAlone() {
        server.on("POST /jobs/job-6/retry", 201, Recorded.job("QUEUED"));
        assertThat(command.run("retry", "job-6").out()).isEqualToNormalizingNewlines("job-7\n");
    }

    @Test
    void watchWritesPlainLinesWhenTheOutputIsNoTerminal() {
        server.on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"))
                .on("GET /jobs/job-7", 200, Recorded.job("ACTIVE"))
                .on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED"));
        Result result = command.run("watch", "job-7");
        assertThat(result.out().lines()).hasSize(2);
        assertThat(result.out())
                .contains("10:00:30  job-7 ACTIVE 75 %", "8.4 Mbit/s")
                .doesNotContain("\u001b");
        assertThat(result.code()).isZero();
    }

    @Test
    void watchDrawsOverItselfOnATerminal() {
        server.on("GET /jobs/job-7", 200, Recorded.job("ACTIVE")).on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED"));
        String out = command.terminal(100).run("watch", "job-7").out();
        assertThat(out)
                .contains("job-7 ACTIVE [##")
                .contains("\u001b[1A\u001b[2K")
                .contains("limited by network");
        assertThat(out.lines())
                .allMatch(
                        line -> line.replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").length() < 100);
    }

    @Test
    void coloursOnlyOnATerminalAndNotWhenUnwanted() {
        server.on("GET /jobs", 401, Recorded.problem(401, "NOT_AUTHENTICATED"));
        assertThat(command.run("list").err()).doesNotContain("\u001b");
        assertThat(command.terminal(80).run("list").err()).contains("\u001b[31m");
        assertThat(command.run("--no-color", "list").err()).doesNotContain("\u001b");
        assertThat(command.environment("NO_COLOR", "1").run("list").err()).doesNotContain("\u001b");
    }

    @Test
    void quietLeavesOnlyDataAndErrors() {
        server.on("POST /jobs/job-7/pause", 200, Recorded.job("PAUSED"));
        assertThat(command.run("pause", "job-7", "--quiet")).isEqualTo(new Result(0, "", ""));
        assertThat(command.run("--quiet", "status").err()).startsWith("error: USAGE");
    }

    @Test
    void findsTheTokenInTheHomeOfTheServer() throws IOException {
        server.on(
                "GET /exports",
                200,
                Recorded.page("{\"name\":\"data\",\"site\":\"a\",\"mode\":\"ro\",\"available\":true}"));
        Files.writeString(directory.resolve("admin.token"), "secret-1\n");
        assertThat(command.environment("BDM_HOME", directory.toString())
                        .run("export", "list")
                        .out())
                .contains("data", "available");
        assertThat(server.only("GET /exports").header("Authorization")).isEqualTo("Bearer secret-1");
    }

    @Test
    void aTokenIsNeverSentInTheClearToAnotherMachine() throws IOException {
        Path token = Files.writeString(directory.resolve("t"), "secret");
        Result result =
                new CommandRun().run("--server", "http://mover.example:8470", "--token-file", token.toString(), "list");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("not sent over plain HTTP").doesNotContain("secret");
    }

    @Test
    void aTokenFileThatIsNotThereIsAUsageError() {
        assertThat(command.run("list", "--token-file", "none/such").code()).isEqualTo(2);
    }

    @Test
    void listsADirectoryOfAnyPairedSite() {
        server.on(
                "GET /exports/data/entries",
                200,
                Recorded.page(
                        "{\"name\":\"v1\",\"kind\":\"DIRECTORY\"}",
                        "{\"name\":\"a%0A.nc\",\"kind\":\"FILE\",\"size\":2048,\"mtime\":\"2026-11-20T10:00:00Z\"}",
                        "{\"name\":\"latest\",\"kind\":\"SYMBOLIC_LINK\",\"linkTarget\":\"v1\"}"));
        assertThat(command.run("ls", "-lh", "bdm://a/data/cmip6/").out())
                .contains("v1/", "2.0 KiB  2026-11-20 10:00:00  a%0A.nc", "latest -> v1");
        assertThat(server.only("GET /exports/data/entries").query()).isEqualTo("site=a&path=cmip6&limit=1000");
        assertThat(command.run("ls", "data/x").code()).isEqualTo(2);
    }

    @Test
    void invitesAndPairsWithACode() {
        server.on(
                        "POST /invitations",
                        201,
                        "{\"id\":\"i\",\"name\":\"b\",\"code\":\"BDM-CODE\",\"expiresAt\":\"2026-11-21T10:00:00Z\"}")
                .on("POST /sites", 201, site("a"));
        assertThat(command.run("site", "invite", "b", "--read", "data/cmip6").out())
                .isEqualToNormalizingNewlines("BDM-CODE\n");
        assertThat(server.only("POST /invitations").body())
                .isEqualTo("{\"name\":\"b\",\"read\":[\"data/cmip6\"],\"write\":[]}");
        assertThat(command.run("site", "add", "a", "BDM-CODE").code()).isZero();
        assertThat(server.only("POST /sites").body()).contains("\"name\":\"a\",\"code\":\"BDM-CODE\"");
    }

    @Test
    void pairsBothHalvesAtOnceWithATokenForTheOtherSite() throws IOException {
        Path own = Files.writeString(directory.resolve("own"), "own-token");
        Path other = Files.writeString(directory.resolve("other"), "other-token");
        server.on("GET /version", 200, "{\"version\":\"1\",\"site\":\"b\"}")
                .on(
                        "GET /exports",
                        200,
                        Recorded.page("{\"name\":\"replica\",\"site\":\"b\",\"mode\":\"rw\",\"available\":true}"))
                .on("POST /sites", 201, site("a"));
        try (FakeServer source = new FakeServer()) {
            source.on("GET /version", 200, "{\"version\":\"1\",\"site\":\"a\"}")
                    .on(
                            "GET /exports",
                            200,
                            Recorded.page(
                                    "{\"name\":\"data\",\"site\":\"a\",\"mode\":\"ro\",\"available\":true}",
                                    "{\"name\":\"far\",\"site\":\"c\",\"mode\":\"ro\",\"available\":true}"))
                    .on(
                            "POST /invitations",
                            201,
                            "{\"id\":\"i\",\"name\":\"b\",\"code\":\"CODE\",\"expiresAt\":\"2026-11-21T10:00:00Z\"}");
            Result result = command.run(
                    "--token-file", own.toString(), "site", "add", "a", source.url(), "--token-file", other.toString());
            assertThat(result.code()).isZero();
            FakeServer.Request invitation = source.only("POST /invitations");
            assertThat(invitation.header("Authorization")).isEqualTo("Bearer other-token");
            assertThat(invitation.body()).isEqualTo("{\"name\":\"b\",\"read\":[\"data\"],\"write\":[]}");
            assertThat(server.only("POST /sites").header("Authorization")).isEqualTo("Bearer own-token");
            assertThat(server.only("POST /sites").body())
                    .isEqualTo("{\"name\":\"a\",\"code\":\"CODE\",\"read\":[\"replica\"],\"write\":[]}");
            assertThat(command.run("site", "add", "z", source.url(), "--token-file", other.toString())
                            .code())
                    .isEqualTo(8);
        }
    }

    @Test
    void sitesCanBeListedRemovedAndRekeyed() {
        server.on("GET /sites", 200, Recorded.page(site("a")))
                .on("DELETE /sites/a", 204, "")
                .on("POST /sites/a/rekey", 200, site("a"));
        assertThat(command.run("site", "list").out()).contains("SHA256:ab", "REACHABLE", "data,x/y");
        assertThat(command.run("site", "remove", "a").code()).isZero();
        assertThat(command.run("site", "rekey", "a", "CODE").code()).isZero();
    }

    @Test
    void tokensAreShownOnceAndAlone() {
        String token = "{\"id\":\"t1\",\"name\":\"cron\",\"roles\":[\"submit\"],\"createdAt\":\"2026-11-20T10:00:00Z\"";
        server.on("POST /tokens", 201, token + ",\"token\":\"bdm_secret\"}")
                .on("GET /tokens", 200, Recorded.page(token + "}"))
                .on("DELETE /tokens/t1", 204, "");
        assertThat(command.run("token", "create", "cron", "--role", "submit", "--expires", "90d")
                        .out())
                .isEqualToNormalizingNewlines("bdm_secret\n");
        assertThat(server.only("POST /tokens").body()).contains("\"expiresAt\":\"2027-02-18T10:00:30Z\"");
        assertThat(command.run("token", "list").out()).contains("t1", "cron");
        assertThat(command.run("token", "revoke", "t1").code()).isZero();
    }

    @Test
    void versionAnswersWithoutAServerToo() {
        server.on("GET /version", 200, "{\"version\":\"9\",\"site\":\"b\",\"java\":\"17\"}");
        assertThat(command.run("version").out()).contains("bdm-client ", "mover-server 9, site b");
        server.close();
        Result result = command.run("version");
        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("bdm-client ");
    }

    @Test
    void completionKnowsTheVerbs() {
        assertThat(command.run("completion").out())
                .contains("complete -o default -F _complete_bdm-client bdm-client", "submit", "--sync-level");
    }

    @Test
    void helpOfEveryVerbGoesToTheOutput() {
        assertThat(command.run("--help").out()).contains("submit", "Exit codes: 0 done");
        assertThat(command.run("submit", "--help").out()).contains("--on-conflict", "--server");
    }

    private static String site(String name) {
        return "{\"name\":\"" + name
                + "\",\"fingerprint\":\"SHA256:ab\",\"state\":\"REACHABLE\",\"read\":[\"data\",\"x/y\"]}";
    }
}
