package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A paired site, its key and its nodes, as the command shows them. */
class SiteShowCommandTest {
    private static final String SITE = """
            {"name":"a","fingerprint":"SHA256:ab","state":"REACHABLE","dataAddress":"a.org:8471","read":["data","x/y"]}""";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void siteIsShownWithItsNodes() {
        server.on("GET /sites/a", 200, """
                {"site":%s,"relation":"PEER","nodesToldAt":"2026-11-24T10:00:00Z","nodes":[
                {"dataAddress":"dtn1.a.org:8471","state":"ANSWERS","triedAt":"2026-11-24T11:00:00Z"},
                {"dataAddress":"dtn2.a.org:8471","state":"UNTRIED"}]}""".formatted(SITE));
        assertThat(command.run("site", "show", "a").out())
                .contains("SHA256:ab", "data,x/y", "named 2026-11-24 10:00:00")
                .containsPattern("dtn1.a.org:8471 +ANSWERS +2026-11-24 11:00:00")
                .containsPattern("dtn2.a.org:8471 +UNTRIED");
        assertThat(command.run("site", "show", "a", "--json").out()).contains("\"dtn2.a.org:8471\"");
    }

    @Test
    void siteThatNamedNoNodesIsShownWithoutAList() {
        server.on("GET /sites/a", 200, "{\"site\":" + SITE + ",\"relation\":\"DIALS_IN\"}");
        assertThat(command.run("site", "show", "a").out())
                .contains("a.org:8471, that site connects to this one")
                .doesNotContain("nodes", "TRIED");
    }
}
