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
    private static final String CHECK = "{\"intact\":%s,\"lines\":7,\"seals\":2,\"sealedLine\":5,\"troubles\":[%s]}";

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
                .anySatisfy(
                        line -> assertThat(line).contains("ann  REFUSED  GET /api/v1/jobs/job-1", "belongs to bob"));
        assertThat(command.run("audit", "--limit", "1").out().lines()).hasSize(1);
    }

    @Test
    void verifyingEndsWithOneIfSomethingWasChanged() {
        server.on("GET /audit/check", 200, CHECK.formatted("true", ""));
        server.on("GET /audit/check", 200, CHECK.formatted("false", "\"line 7 is missing\""));
        Result intact = command.run("audit", "--verify");
        assertThat(intact.code()).isZero();
        assertThat(intact.out()).contains("7 lines, signed up to line 5", "nothing is missing or changed");
        Result broken = command.run("audit", "--verify");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.out()).contains("line 7 is missing", "not intact");
    }
}
