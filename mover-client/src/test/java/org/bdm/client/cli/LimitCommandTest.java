package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of exports and nodes, and all limits in one list. */
class LimitCommandTest {
    private static final String LIMIT = """
        {"kind":"%s","name":%s,"source":%s,"destination":%s,"maxRateInBytesPerSecond":200000000,
         "maxRateOutBytesPerSecond":null,"maxStreams":%s,"maxActiveFiles":8,"note":"slow disks","changedBy":"ana",
         "changedAt":"2026-11-25T04:00:00Z"}\
        """;
    private static final String OF_EXPORT = LIMIT.formatted("EXPORT", "\"disk1\"", "null", "null", "null");
    private static final String OF_NODE = LIMIT.formatted("NODE", "\"node-3\"", "null", "null", "6");
    private static final String OF_LINK = LIMIT.formatted("LINK", "null", "\"north\"", "\"south\"", "null");

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void setSendsOnlyWhatWasGivenAndShowsTheWholeLimit() {
        server.on("PUT /exports/disk1/limit", 200, OF_EXPORT).on("PUT /nodes/node-3/limit", 200, OF_NODE);
        Result ofExport = command.run("export", "set", "disk1", "--max-rate-in", "1.6Gbit/s", "--max-rate-out", "none");
        assertThat(ofExport.out().lines())
                .contains(
                        "export     disk1",
                        "max in     200 MB/s = 1.6 Gbit/s",
                        "max out    none",
                        "max files  8 active files",
                        "note       slow disks");
        assertThat(command.run("node", "set", "node-3", "--max-streams", "6", "--max-active-files", "8")
                        .out()
                        .lines())
                .contains("node       node-3", "max open   6 streams");
        assertThat(server.requests("PUT /exports/disk1/limit").get(0).body())
                .contains("\"maxRateInBytesPerSecond\":200000000", "\"maxRateOutBytesPerSecond\":0")
                .doesNotContain("\"maxActiveFiles\":0");
        assertThat(server.requests("PUT /nodes/node-3/limit").get(0).body())
                .contains("\"maxStreams\":6", "\"maxActiveFiles\":8");
    }

    @Test
    void listHasLinksExportsAndNodes() {
        server.on("GET /limits", 200, Recorded.page(OF_LINK, OF_EXPORT, OF_NODE));
        assertThat(command.run("limit", "list").out())
                .containsSubsequence("link", "north to south", "export", "disk1", "node", "node-3", "1.6 Gbit/s");
    }

    @Test
    void listWithoutLimitsSaysHowOneIsSet() {
        server.on("GET /limits", 200, Recorded.page());
        Result none = command.run("limit", "list");
        assertThat(none.out() + none.err()).contains("nobody has set a limit", "'link set'");
        assertThat(command.run("limit", "list", "--json").err()).isEmpty();
    }

    @Test
    void unsetRemovesTheLimit() {
        server.on("DELETE /exports/disk1/limit", 204, "").on("DELETE /nodes/node-3/limit", 204, "");
        assertThat(command.run("export", "unset", "disk1").err()).contains("the export disk1 has no limit");
        assertThat(command.run("node", "unset", "node-3").err()).contains("node-3 has no limit");
    }

    @Test
    void whatCannotBeMeantIsRefusedBeforeAnythingIsSent() {
        assertThat(command.run("export", "set", "disk1").err()).contains("nothing to set");
        assertThat(command.run("node", "set", "node-3").err()).contains("nothing to set");
        assertThat(command.run("node", "set", "node-3", "--max-rate-in", "0").err())
                .contains("--max-rate-in 0 would stop it");
        assertThat(command.run("export", "set", "disk1", "--max-active-files", "0")
                        .err())
                .contains("at least 1");
    }
}
