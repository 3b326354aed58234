package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is not a job shows how far it is, and has an id to come back to. */
@Tag("U1")
class WorkProgressTest {
    private static final int LOOKS = 76;

    private final FakeServer server = new FakeServer();

    @BeforeEach
    void answerAsASurveyThatTakes18Seconds() {
        for (String route : new String[] {"/scans", "/verifications", "/reconciliations"})
            server.on("POST " + route, 202, survey(3, "OPEN", 0, 0));
        server.on(
                        "GET /exports",
                        200,
                        Recorded.page("{\"name\":\"in\",\"site\":\"s\",\"mode\":\"rw\",\"available\":true}"))
                .on("GET /surveys", 200, Recorded.page(survey(3, "OPEN", 0, 0), survey(2, "DONE", 100, 104857600)));
        for (int i = 0; i < LOOKS; i++)
            server.on("GET /surveys/survey-3/findings", 200, "{\"items\":[],\"nextCursor\":\"c\"}");
        server.on("GET /surveys/survey-3/findings", 200, Recorded.page());
        server.on("GET /surveys/survey-3", 200, survey(3, "OPEN", 25, 26214400))
                .on("GET /surveys/survey-3", 200, survey(3, "OPEN", 50, 52428800))
                .on("GET /surveys/survey-3", 200, survey(3, "OPEN", 75, 78643200))
                .on("GET /surveys/survey-3", 200, survey(3, "DONE", 100, 104857600));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String survey(int number, String state, long files, long bytes) {
        return "{\"id\":\"survey-" + number
                + "\",\"kind\":\"SCAN\",\"subject\":\"bdm://s/in\",\"owner\":\"ann\",\"state\":\""
                + state + "\",\"files\":" + files + ",\"bytes\":" + bytes
                + ",\"findings\":0,\"createdAt\":\"2026-11-20T10:00:00Z\""
                + (state.equals("DONE") ? ",\"endedAt\":\"2026-11-20T10:01:00Z\"}" : "}");
    }

    private Result run(CommandRun command, String line) {
        return command.environment("BDM_SERVER", server.url()).run(line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hold --scan bdm://s/in", "verify bdm://s/in", "reconcile --export in"})
    void aSurveyTellsItsIdFirstAndHowFarItIs(String line) {
        Result result = run(new CommandRun(), line);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).startsWith("survey-3 ");
        assertThat(result.err())
                .contains("25 of 100 files  25.0 MiB of 100.0 MiB  40.0 Mbit/s  ends about 10:00:5")
                .contains("survey-3 50 %", "survey-3 75 %");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void aTerminalShowsItOverItself() {
        assertThat(run(new CommandRun().terminal(100), "verify bdm://s/in").err())
                .contains("\u001b[1A\u001b[2K")
                .contains("files");
    }

    @Test
    void quietAndJsonShowNoProgress() {
        assertThat(run(new CommandRun(), "verify bdm://s/in --quiet").err()).isEmpty();
        assertThat(run(new CommandRun(), "verify bdm://s/in --json").err()).doesNotContain(" of 100 files");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hold --scan bdm://s/in", "verify bdm://s/in", "reconcile --export in"})
    void withoutWaitingTheIdStandsAlone(String line) {
        assertThat(run(new CommandRun(), line + " --no-wait")).isEqualTo(new Result(0, "survey-3\n", ""));
    }

    @Test
    void aSurveyIsWatchedByItsId() {
        Result result = run(new CommandRun(), "watch survey-3");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("50 of 100 files", "survey-3 looked at 100 files");
    }

    @Test
    void aPlanAndACheckAreWatchedByTheIdsThatTheyTellFirst() {
        String plan = "{\"id\":\"plan-7f\",\"state\":\"RUNNING\",\"files\":0,\"bytes\":0}";
        server.on("POST /plans", 202, plan)
                .on("GET /plans/plan-7f", 200, plan.replace("RUNNING", "DONE").replace("\"files\":0", "\"files\":12"))
                .on("POST /checks", 202, "{\"id\":\"check-8a\",\"state\":\"RUNNING\",\"same\":0}")
                .on(
                        "GET /checks/check-8a",
                        200,
                        "{\"id\":\"check-8a\",\"state\":\"DONE\",\"same\":7,\"level\":\"size\"}");
        assertThat(run(new CommandRun(), "plan -r bdm://s/in bdm://s/b").err())
                .startsWith("plan-7f started; 'bdm-client watch plan-7f' shows it again");
        assertThat(run(new CommandRun(), "check bdm://s/in bdm://s/b").err())
                .startsWith("check-8a started; 'bdm-client watch check-8a' shows it again");
        assertThat(run(new CommandRun(), "watch plan-7f").out()).contains("of 12 files");
        assertThat(run(new CommandRun(), "watch check-8a").out()).startsWith("7 the same by name and size");
    }

    @Test
    void planCheckAndBackupShowProgressToo() {
        server.on("POST /plans", 202, "{\"id\":\"p\",\"state\":\"RUNNING\",\"files\":0,\"bytes\":0}");
        server.on("POST /checks", 202, "{\"id\":\"c\",\"state\":\"RUNNING\",\"same\":0}");
        server.on("POST /backups", 202, "{\"name\":\"b\",\"state\":\"RUNNING\",\"beganAt\":\"2026-11-20T10:00:00Z\"}");
        for (int i = 0; i < LOOKS; i++) {
            server.on("GET /plans/p", 200, "{\"id\":\"p\",\"state\":\"RUNNING\",\"files\":12,\"bytes\":1048576}");
            server.on(
                    "GET /checks/c", 200, "{\"id\":\"c\",\"state\":\"RUNNING\",\"same\":7,\"bytesCompared\":1048576}");
            server.on(
                    "GET /backups/b",
                    200,
                    "{\"name\":\"b\",\"state\":\"RUNNING\",\"beganAt\":\"2026-11-20T10:00:00Z\"}");
        }
        server.on("GET /plans/p", 200, "{\"id\":\"p\",\"state\":\"DONE\",\"files\":12,\"bytes\":1048576}");
        server.on("GET /checks/c", 200, "{\"id\":\"c\",\"state\":\"DONE\",\"same\":7}");
        server.on(
                "GET /backups/b",
                200,
                "{\"name\":\"b\",\"state\":\"GOOD\",\"beganAt\":\"2026-11-20T10:00:00Z\",\"bytes\":5}");
        assertThat(run(new CommandRun(), "plan -r bdm://s/in bdm://s/b").err()).contains("planned  12 files  1.0 MiB");
        assertThat(run(new CommandRun(), "check bdm://s/in bdm://s/b").err()).contains("compared  7 files  1.0 MiB");
        assertThat(run(new CommandRun(), "backup").err()).contains("backup b  for ");
    }
}
