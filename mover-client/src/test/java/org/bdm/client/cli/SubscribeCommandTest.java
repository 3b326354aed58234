package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SubscribeCommandTest {
    private static final String SUBSCRIPTION = """
        {"id":"subscription-3","owner":"ann","label":"tas","state":"%s","query":{"facets":{"project":["CMIP6"]},
         "excluded":{},"text":null,"allVersions":false,"withRetracted":false},"destination":"bdm://b/replica",
         "sourcePolicy":{"preferNodes":["a.org"],"avoidNodes":[],"variantNode":null,"reuse":"link"},"acceptIncomplete":false,"everySeconds":3600,"onNewVersion":"tell","onRetracted":"list","onSuperseded":null,
         "needsApproval":false,"maxBytesPerRun":5000000000000,"maxDatasetsPerRun":null,"createdAt":"2026-11-20T10:00:00Z","nextAt":"2026-11-20T11:00:00Z","runs":%d,
         "last":{"begunAt":"2026-11-20T10:00:00Z","endedAt":"2026-11-20T10:00:05Z","found":7,"added":2,"jobs":1,"left":3,
         "trouble":"%s"},"indexes":[{"index":"west","harvested":"2026-01-01T00:00:00Z","fullAt":null,"warning":""}]}\
        """;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aSubscriptionIsAddedAndItsIdPrintedAlone() {
        server.on("POST /subscriptions", 201, SUBSCRIPTION.formatted("ACTIVE", 0, ""));
        Result result = command.run(
                "subscribe",
                "add",
                "bdm://b/replica",
                "--query",
                "project=CMIP6",
                "--query",
                "member!=r1",
                "--every",
                "1h",
                "--on-new-version",
                "tell",
                "--on-retracted",
                "list",
                "--reuse",
                "link",
                "--request");
        assertThat(result.out()).isEqualTo("subscription-3\n");
        assertThat(server.only("POST /subscriptions").body())
                .contains(
                        "\"project\":[\"CMIP6\"]",
                        "\"member\":[\"r1\"]",
                        "\"everySeconds\":3600",
                        "\"onNewVersion\":\"tell\"",
                        "\"onRetracted\":\"list\"",
                        "\"reuse\":\"link\"",
                        "\"needsApproval\":true");
        assertThat(command.run("subscribe", "add", "bdm://b/replica").code()).isEqualTo(2);
        assertThat(command.run("subscribe", "add", "bdm://b/replica", "--query", "x=y", "--every", "soon")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aDryRunShowsTheFirstRunAndWhatToConfirm() {
        server.on("POST /subscriptions/plans", 200, """
            {"datasets":1200,"files":14400,"bytes":28000000000000,"runDatasets":500,"runFiles":6000,
             "runBytes":12000000000000,"complete":true,"needsConfirmation":true}\
            """);
        Result result = command.run(
                "subscribe",
                "add",
                "bdm://b/replica",
                "--query",
                "project=CMIP6",
                "--max-bytes-per-run",
                "5TB",
                "--max-datasets-per-run",
                "500",
                "--confirm",
                "12000000000000",
                "--dry-run");
        assertThat(result.out())
                .contains(
                        "1200 datasets, 14400 files, ", "500 datasets, 6000 files, ", "give --confirm 12000000000000");
        assertThat(server.only("POST /subscriptions/plans").body())
                .contains(
                        "\"maxBytesPerRun\":5000000000000",
                        "\"maxDatasetsPerRun\":500",
                        "\"confirmBytes\":12000000000000");
    }

    @Test
    void subscriptionsAreListedAndShownWithTheirRuns() {
        server.on(
                "GET /subscriptions",
                200,
                "{\"items\":[" + SUBSCRIPTION.formatted("ACTIVE", 4, "west: TIMED_OUT: slow")
                        + "],\"nextCursor\":null}");
        assertThat(command.run("subscribe", "list").out()).contains("ACTIVE, trouble", "project=CMIP6");
        server.on("GET /subscriptions/subscription-3", 200, SUBSCRIPTION.formatted("ACTIVE", 4, ""));
        server.on("GET /subscriptions/subscription-3/datasets", 200, """
            {"items":[{"dataset":"a.b.v1","state":"SUBMITTED","text":"","job":"job-9","request":null,
             "foundAt":"2026-11-20T10:00:00Z"}],"nextCursor":null}\
            """);
        assertThat(command.run("subscribe", "show", "subscription-3", "--datasets")
                        .out())
                .contains(
                        "7 found, 2 new, 1 job, 3 datasets left to the next run",
                        "a run takes    at most ",
                        "west, harvested up to",
                        "a.b.v1",
                        "job-9",
                        "retracted: list",
                        "prefers        a.org",
                        "held already   link");
    }

    @Test
    void aRunThatMetTroubleEndsAsAPlanDoesThatLacksAnIndex() {
        server.on("POST /subscriptions/subscription-3/run", 202, SUBSCRIPTION.formatted("ACTIVE", 4, ""));
        server.on(
                "GET /subscriptions/subscription-3", 200, SUBSCRIPTION.formatted("ACTIVE", 5, "west: TIMED_OUT: slow"));
        Result result = command.run("subscribe", "run", "subscription-3");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("7 found, 2 new, 1 job", "west: TIMED_OUT: slow");
    }

    @Test
    @Tag("S1")
    void aRunThatLeavesDatasetsIncompleteDoesNotEndWithZero() {
        String incomplete =
                SUBSCRIPTION.formatted("ACTIVE", 5, "").replace("\"indexes\"", "\"incomplete\":2,\"indexes\"");
        server.on("POST /subscriptions/subscription-3/run", 202, SUBSCRIPTION.formatted("ACTIVE", 4, ""));
        server.on("GET /subscriptions/subscription-3", 200, incomplete);
        Result result = command.run("subscribe", "run", "subscription-3");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .contains(
                        "2 datasets incomplete",
                        "'bdm-client subscribe show subscription-3 --datasets --state INCOMPLETE'");
        assertThat(command.run("subscribe", "show", "subscription-3").out())
                .contains("incomplete     2 datasets incomplete");
        assertThat(command.run("subscribe", "run", "subscription-3", "--json").code())
                .isEqualTo(1);
    }

    @Test
    void itIsPausedResumedAndRemoved() {
        server.on("POST /subscriptions/subscription-3/pause", 200, SUBSCRIPTION.formatted("PAUSED", 4, ""));
        assertThat(command.run("subscribe", "pause", "subscription-3").err()).contains("subscription-3 is PAUSED");
        server.on("POST /subscriptions/subscription-3/resume", 200, SUBSCRIPTION.formatted("ACTIVE", 4, ""));
        assertThat(command.run("subscribe", "resume", "subscription-3").err()).contains("is ACTIVE");
        server.on("DELETE /subscriptions/subscription-3", 200, SUBSCRIPTION.formatted("REMOVED", 4, ""));
        assertThat(command.run("subscribe", "remove", "subscription-3").code()).isZero();
    }
}
