package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of links, exports and nodes, and the former verbs for them. */
class LimitCommandTest {
    private static final String LIMIT = """
        {"kind":"%s","name":%s,"source":%s,"destination":%s,"maxRateInBytesPerSecond":200000000,
         "maxRateOutBytesPerSecond":null,"maxStreams":%s,"maxActiveFiles":8,"note":"slow disks","changedBy":"ana",
         "changedAt":"2026-11-25T04:00:00Z"}\
        """;
    private static final String OF_EXPORT = LIMIT.formatted("EXPORT", "\"disk1\"", "null", "null", "null");
    private static final String OF_NODE = LIMIT.formatted("NODE", "\"node-3\"", "null", "null", "6");
    private static final String OF_LINK = LIMIT.formatted("LINK", "\"north\"", "\"north\"", "\"south\"", "null");

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void setSendsOnlyWhatWasGivenAndShowsTheWholeLimit() {
        server.on("PUT /limits/export/disk1", 200, OF_EXPORT).on("PUT /limits/node/node-3", 200, OF_NODE);
        Result ofExport =
                command.run("limit", "set", "export", "disk1", "--max-rate-in", "1.6Gbit/s", "--max-rate-out", "none");
        assertThat(ofExport.out().lines())
                .contains(
                        "export     disk1",
                        "max in     200 MB/s = 1.6 Gbit/s",
                        "max out    none",
                        "max files  8 active files",
                        "note       slow disks");
        assertThat(ofExport.err()).isEmpty();
        assertThat(command.run("limit", "set", "node", "node-3", "--max-streams", "6", "--max-active-files", "8")
                        .out()
                        .lines())
                .contains("node       node-3", "max open   6 streams");
        assertThat(server.requests("PUT /limits/export/disk1").get(0).body())
                .contains("\"maxRateInBytesPerSecond\":200000000", "\"maxRateOutBytesPerSecond\":0")
                .doesNotContain("\"maxActiveFiles\":0");
        assertThat(server.requests("PUT /limits/node/node-3").get(0).body())
                .contains("\"maxStreams\":6", "\"maxActiveFiles\":8");
    }

    @Test
    void aLinkHasTheNameOfItsOtherEnd() {
        server.on("PUT /limits/link/north", 200, OF_LINK).on("PUT /limits/link/*", 200, OF_LINK);
        assertThat(command.run("limit", "set", "link", "north", "--max-rate-in", "1.6Gbit/s")
                        .out()
                        .lines())
                .contains("link       north", "max in     200 MB/s = 1.6 Gbit/s");
        assertThat(command.run("limit", "set", "link", "*", "--max-rate-out", "1GB/s")
                        .code())
                .isZero();
    }

    @Test
    void formerVerbsDoTheSameAndSayWhatToUse() {
        server.on("PUT /limits/export/disk1", 200, OF_EXPORT)
                .on("PUT /limits/node/node-3", 200, OF_NODE)
                .on("DELETE /limits/export/disk1", 204, "")
                .on("DELETE /limits/node/node-3", 204, "");
        Result ofExport = command.run("export", "set", "disk1", "--max-rate-in", "1.6Gbit/s", "--json");
        assertThat(ofExport.err())
                .isEqualTo("deprecated: in place of 'bdm-client export set' use 'bdm-client limit set export disk1'\n");
        assertThat(ofExport.out()).contains("\"kind\":\"EXPORT\"", "\"maxRateInBytesPerSecond\":200000000");
        Result ofNode = command.run("node", "set", "node-3", "--max-streams", "6");
        assertThat(ofNode.err()).contains("use 'bdm-client limit set node node-3'");
        assertThat(ofNode.out().lines()).contains("node       node-3", "max open   6 streams");
        assertThat(command.run("export", "unset", "disk1").err())
                .contains("use 'bdm-client limit remove export disk1'", "the export disk1 has no limit");
        assertThat(command.run("node", "unset", "node-3").err())
                .contains("use 'bdm-client limit remove node node-3'", "node-3 has no limit");
    }

    @Test
    void listHasLinksExportsAndNodes() {
        server.on("GET /limits", 200, Recorded.page(OF_LINK, OF_EXPORT, OF_NODE));
        assertThat(command.run("limit", "list").out())
                .containsSubsequence("link", "north", "export", "disk1", "node", "node-3", "1.6 Gbit/s");
    }

    @Test
    void listWithoutLimitsSaysHowOneIsSet() {
        server.on("GET /limits", 200, Recorded.page());
        Result none = command.run("limit", "list");
        assertThat(none.err()).isEqualTo("nobody has set a limit; 'limit set' does\n");
        assertThat(none.out()).as("no head without rows").isEmpty();
        assertThat(command.run("limit", "list", "--json").err()).isEmpty();
    }

    @Test
    void removeTakesTheWholeLimitOrOneDirection() {
        server.on("DELETE /limits/export/disk1", 204, "").on("DELETE /limits/link/north", 204, "");
        assertThat(command.run("limit", "remove", "export", "disk1").err())
                .isEqualTo("the export disk1 has no limit\n");
        command.run("limit", "remove", "link", "north", "--direction", "out");
        assertThat(server.requests("DELETE /limits/link/north"))
                .extracting(FakeServer.Request::query)
                .containsExactly("direction=out");
    }

    @Test
    void whatCannotBeMeantIsRefusedBeforeAnythingIsSent() {
        assertThat(command.run("export", "set", "disk1").err()).contains("nothing to set");
        assertThat(command.run("node", "set", "node-3").err()).contains("nothing to set");
        assertThat(command.run("limit", "set", "link", "north").err()).contains("nothing to set");
        assertThat(command.run("limit", "set", "node", "node-3", "--max-rate-in", "0")
                        .err())
                .contains("--max-rate-in 0 would stop it");
        assertThat(command.run("limit", "set", "export", "disk1", "--max-active-files", "0")
                        .err())
                .contains("at least 1");
    }
}
