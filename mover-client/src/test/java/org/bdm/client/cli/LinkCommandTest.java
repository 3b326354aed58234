package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkCommandTest {
    private static final String LIMIT = """
        {"source":"north","destination":"south","maxRateBytesPerSecond":200000000,"maxStreams":null,
         "note":"shared line","changedBy":"ana","changedAt":"2026-11-25T04:00:00Z"}\
        """;
    private static final String LINK = """
        {"source":"north","destination":"south","isPaired":true,"limit":%s,"bytesPerSecond":25000000,"streams":2,"jobs":3}\
        """.formatted(LIMIT);

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void listAndShowTellRatesInBits() {
        server.on("GET /links", 200, Recorded.page(LINK)).on("GET /links", 200, Recorded.page(LINK));
        assertThat(command.run("link", "list").out()).contains("north", "200.0 Mbit/s", "1.6 Gbit/s", "shared line");
        assertThat(command.run("link", "show", "north", "south").out())
                .contains("25.0 MB/s = 200.0 Mbit/s", "200.0 MB/s = 1.6 Gbit/s", "max open   none", "by ana");
    }

    @Test
    void aLinkThatIsNotThereIsAnError() {
        server.on("GET /links", 200, Recorded.page(LINK));
        Result result = command.run("link", "show", "east", "south");
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("no link from east to south");
    }

    @Test
    void setSendsOnlyWhatWasGivenAndNoneRemoves() {
        server.on("PUT /links/north/south/limit", 200, LIMIT).on("PUT /links/north/south/limit", 200, LIMIT);
        command.run("link", "set", "north", "south", "--max-rate", "1.6Gbit/s");
        command.run("link", "set", "north", "south", "--max-streams", "none", "--note", "x");
        assertThat(server.requests("PUT /links/north/south/limit"))
                .extracting(FakeServer.Request::body)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("\"maxRateBytesPerSecond\":200000000")
                                .doesNotContain("\"maxStreams\":0"),
                        second -> assertThat(second).contains("\"maxStreams\":0", "\"note\":\"x\""));
    }

    @Test
    void whatCannotBeMeantIsRefusedBeforeAnythingIsSent() {
        assertThat(command.run("link", "set", "north", "south").err()).contains("nothing to set");
        assertThat(command.run("link", "set", "north", "south", "--max-rate", "0")
                        .err())
                .contains("would stop the link");
        assertThat(command.run("link", "set", "north", "south", "--max-rate", "fast")
                        .err())
                .contains("not a size or rate");
        assertThat(command.run("link", "set", "north", "south", "--max-streams", "0")
                        .err())
                .contains("at least 1");
    }

    @Test
    void unsetRemovesTheLimit() {
        server.on("DELETE /links/north/south/limit", 204, "");
        Result result = command.run("link", "unset", "north", "south");
        assertThat(result.code()).isZero();
        assertThat(server.requests("DELETE /links/north/south/limit")).hasSize(1);
    }
}
