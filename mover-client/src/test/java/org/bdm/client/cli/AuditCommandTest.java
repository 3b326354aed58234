package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditCommandTest {
    private static final String LINES = """
        {"items":[{"line":2,"at":"2026-11-20T10:00:00Z","who":"ann","action":"REFUSED","object":"GET /api/v1/jobs/job-1",
         "result":"NOT_ALLOWED","address":"192.0.2.1","detail":"job-1 belongs to bob"},
         {"line":1,"at":"2026-11-20T09:00:00Z","who":"bob","action":"LOGIN","object":"token-1","result":"OK",
         "address":"192.0.2.2","detail":""}],"nextCursor":null}\
        """;

    private static String check(int checked, int seals, int sealed, String troubles, String next) {
        boolean isIntact = troubles.isEmpty();
        return "{\"intact\":" + isIntact + ",\"lines\":7,\"checkedLine\":" + checked + ",\"seals\":" + seals
                + ",\"sealedLine\":" + sealed + ",\"sealedAt\":"
                + (sealed == 0 ? "null" : "\"2026-11-20T10:00:0" + sealed + "Z\"") + ",\"brokenLine\":"
                + (isIntact ? "null" : "7") + ",\"troubles\":[" + troubles + "],\"nextCursor\":" + next + "}";
    }

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void linesAreListedWithTheirFilters() {
        server.on("GET /audit", 200, LINES);
        Result result = command.run("audit", "--who", "ann", "--action", "REFUSED");
        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .hasSize(2)
                .anySatisfy(line ->
                        assertThat(line).contains("ann           REFUSED  GET /api/v1/jobs/job-1", "belongs to bob"));
        assertThat(command.run("audit", "--limit", "1").out().lines()).hasSize(1);
    }

    @Test
    void verifyingEndsWithOneIfSomethingWasChanged() {
        server.on("GET /audit/check", 200, check(7, 2, 5, "", "null"));
        server.on("GET /audit/check", 200, check(7, 2, 5, "\"line 7 is missing\"", "null"));
        Result intact = command.run("audit", "--verify");
        assertThat(intact.code()).isZero();
        assertThat(intact.out())
                .contains(
                        "7 lines; 2 signatures, the last right one of 2026-11-20 10:00:05 over line 5",
                        "nothing is missing or changed");
        Result broken = command.run("audit", "verify");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.out())
                .contains(
                        "line 7 is missing",
                        "NOT INTACT from line 7 on; lines 1 to 6 fit",
                        "Compare with the last backup");
    }

    @Test
    void longLogIsVerifiedStepByStep() {
        server.on("GET /audit/check", 200, check(3, 1, 2, "", "\"next\""));
        server.on("GET /audit/check", 200, check(6, 0, 0, "\"line 5 was changed\"", "\"then\""));
        server.on("GET /audit/check", 200, check(7, 1, 7, "", "null"));
        Result result = command.run("audit", "--json", "verify");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains(
                        "\"intact\":false",
                        "\"seals\":2",
                        "\"sealedLine\":7",
                        "\"brokenLine\":7",
                        "\"troubles\":[\"line 5 was changed\"]");
        assertThat(server.requests("GET /audit/check"))
                .extracting(FakeServer.Request::query)
                .containsExactly("", "cursor=next", "cursor=then");
    }

    @Test
    void timesAreMomentsDaysOrDurationsAgo() {
        server.on("GET /audit", 200, "{\"items\":[],\"nextCursor\":null}");
        command.run("audit", "--since", "2d", "--until", "2026-11-19", "--actor", "ann", "--target", "job-7");
        String query = server.only("GET /audit").query();
        assertThat(query).contains("who=ann", "object=job-7", "until=2026-11-19T00%3A00%3A00Z");
        assertThat(command.run("audit", "--since", "yesterday").code()).isEqualTo(2);
    }
}
