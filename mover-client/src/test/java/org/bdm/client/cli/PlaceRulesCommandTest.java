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

/** Windows of links, maintenance of sites and bans on the command line. */
class PlaceRulesCommandTest {
    private static final String WINDOWS = """
        {"source":"north","destination":"south","windows":["Mon-Fri 18:00-06:00 Europe/Berlin"],"isOpen":false,
         "changesAt":"2026-11-25T17:00:00Z","changedBy":"ana","changedAt":"2026-11-25T04:00:00Z"}\
        """;
    private static final String LINK = """
        {"source":"north","destination":"south","isPaired":true,"windows":%s,"bytesPerSecond":0,"streams":0,"jobs":0,
         "limit":{"source":"north","destination":"south","maxStreams":2,"note":"","changedBy":"ana",
                  "changedAt":"2026-11-25T04:00:00Z"}}\
        """.formatted(WINDOWS);
    private static final String ENTRY = """
        {"number":7,"site":"north","beginsAt":"2026-12-01T18:00:00Z","endsAt":"2026-12-02T06:00:00Z","note":"new disks",
         "uid":"","isNow":false,"addedBy":"ana","addedAt":"2026-11-25T04:00:00Z"}\
        """;
    private static final String BAN = """
        {"place":"north","isSite":true,"reason":"broken files","until":"2026-12-01T18:00:00Z","bannedBy":"ana",
         "bannedAt":"2026-11-25T04:00:00Z"}\
        """;

    @TempDir
    Path directory;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void windowsOfALinkAreSetTogetherAndShown() {
        server.on("PUT /windows/north/south", 200, WINDOWS);
        Result result = command.run(
                "link", "set", "north", "south", "--window", "Mon-Fri 18:00-06:00 Europe/Berlin", "--window", "x");
        assertThat(result.out()).contains("closed until 2026-11-25", "Mon-Fri 18:00-06:00 Europe/Berlin");
        assertThat(server.requests("PUT /windows/north/south").get(0).body())
                .contains("{\"windows\":[\"Mon-Fri 18:00-06:00 Europe/Berlin\",\"x\"]}");
        server.on("DELETE /windows/north/south", 204, "");
        assertThat(command.run("link", "set", "north", "south", "--window", "none")
                        .code())
                .isZero();
        assertThat(server.requests("DELETE /windows/north/south")).hasSize(1);
    }

    @Test
    void aLimitAndWindowsMayBeSetAtOnce() {
        server.on("PUT /links/north/south/limit", 200, "{}")
                .on("PUT /windows/north/south", 200, WINDOWS)
                .on("GET /links", 200, Recorded.page(LINK));
        Result result = command.run(
                "link", "set", "north", "south", "--max-streams", "2", "--window", "Mon-Fri 18:00-06:00 Europe/Berlin");
        assertThat(result.out())
                .contains("link       north to south", "closed until 2026-11-25", "max open   2 streams");
        assertThat(server.requests("PUT /links/north/south/limit")).hasSize(1);
        assertThat(server.requests("PUT /windows/north/south")).hasSize(1);
    }

    @Test
    void anEntryOfACalendarIsAddedListedAndRemoved() {
        server.on("POST /sites/north/maintenance", 201, ENTRY)
                .on("GET /sites/north/maintenance", 200, Recorded.page(ENTRY))
                .on("DELETE /sites/north/maintenance/7", 204, "");
        Result added = command.run(
                "site",
                "maintenance",
                "north",
                "add",
                "--begin",
                "2026-12-01T18:00:00Z",
                "--end",
                "2026-12-02T06:00:00Z",
                "--note",
                "new disks");
        assertThat(added.out()).as(added.err()).contains("7", "new disks");
        assertThat(server.requests("POST /sites/north/maintenance").get(0).body())
                .contains("\"beginsAt\":\"2026-12-01T18:00:00Z\"", "\"endsAt\":\"2026-12-02T06:00:00Z\"");
        assertThat(command.run("site", "maintenance", "north").out()).contains("new disks");
        assertThat(command.run("site", "maintenance", "north", "remove", "7").code())
                .isZero();
    }

    @Test
    void aCalendarIsImportedAsItIs() throws IOException {
        Path file = Files.writeString(directory.resolve("north.ics"), "BEGIN:VCALENDAR");
        server.on("POST /sites/north/maintenance", 200, Recorded.page(ENTRY));
        Result result = command.run("site", "maintenance", "north", "import", file.toString());
        assertThat(result.err()).contains("imported 1 maintenance period for north");
        assertThat(server.requests("POST /sites/north/maintenance").get(0).body())
                .isEqualTo("BEGIN:VCALENDAR");
    }

    @Test
    @Tag("P2")
    void eventsOfACalendarThatAreRefusedAreNamedAndTheImportDoesNotEndWithZero() throws IOException {
        Path file = Files.writeString(directory.resolve("north.ics"), "BEGIN:VCALENDAR");
        server.on(
                "POST /sites/north/maintenance",
                200,
                "{\"items\":[" + ENTRY
                        + "],\"refused\":[{\"event\":\"two@example\",\"reason\":\"DTSTART is missing\"}],"
                        + "\"remarks\":[\"whole days are read as days of UTC\"]}");
        Result result = command.run("site", "maintenance", "north", "import", file.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .contains(
                        "imported 1 maintenance period for north",
                        "refused: the event 'two@example': DTSTART is missing",
                        "whole days are read as days of UTC");
    }

    @Test
    void whatIsMissingIsSaidBeforeAnythingIsSent() {
        assertThat(command.run("site", "maintenance", "north", "add").err()).contains("add needs --end");
        assertThat(command.run("site", "maintenance", "north", "remove").err()).contains("needs the number");
        assertThat(command.run("site", "maintenance", "north", "import").err()).contains("needs a file");
        assertThat(command.run("site", "maintenance", "north", "drop").err()).contains("is not an action");
        assertThat(command.run("site", "ban", "north", "--until", "monday").err())
                .contains("is not a time");
    }

    @Test
    void settingsOfADataNodeAreSentInPartsAndShownWithoutTheToken() throws Exception {
        String settings = """
            {"node":"esgf.example.org","connections":4,"preference":"last","hasCa":false,"hasToken":true,
             "note":"as agreed","changedBy":"ana","changedAt":"2026-11-20T10:00:00Z"}""";
        server.on("PUT /data-nodes/esgf.example.org/settings", 200, settings)
                .on("DELETE /data-nodes/esgf.example.org/settings", 204, "");
        Path token = Files.writeString(directory.resolve("node.token"), "a-secret\n");
        Result set = command.run(
                "data-node", "set", "esgf.example.org", "--preference", "last", "--node-token-file", token.toString());
        assertThat(set.code()).isZero();
        assertThat(set.out()).contains("connections  at most 4", "token        given; it is never shown");
        assertThat(server.requests("PUT /data-nodes/esgf.example.org/settings")
                        .get(0)
                        .body())
                .contains("\"token\":\"a-secret\"", "\"preference\":\"last\"", "\"connections\":null");
        assertThat(set.out()).contains("staging      as at the start");
        assertThat(command.run("data-node", "set", "esgf.example.org").err()).contains("nothing to set");
        assertThat(command.run("data-node", "set", "esgf.example.org", "--connections", "0")
                        .err())
                .contains("must be at least 1");
        assertThat(command.run("data-node", "set", "esgf.example.org", "--node-ca-file", "absent.pem")
                        .err())
                .contains("cannot read absent.pem");
        assertThat(command.run("data-node", "unset", "esgf.example.org").code()).isZero();
    }

    @Test
    void stagingOfADataNodeIsSentInPartsAndNoneRemovesIt() {
        server.on("PUT /data-nodes/tape.example.org/settings", 200, """
            {"node":"tape.example.org","connections":0,"preference":"usual","hasCa":false,"hasToken":false,
             "staging":{"way":"tape-rest","patienceSeconds":172800,"window":9,"prefix":"/a:/b"},
             "note":"","changedBy":"ana","changedAt":"2026-11-20T10:00:00Z"}""");
        Result set = command.run(
                "data-node", "set", "tape.example.org", "--staging", "tape-rest", "--staging-patience", "2d");
        assertThat(set.code()).isZero();
        assertThat(set.out()).contains("staging      tape-rest, patience 2 d 0 h, at most 9 recalls, prefix /a:/b");
        var none = command.run(
                "data-node", "set", "tape.example.org", "--staging-window", "none", "--staging-prefix", "none");
        assertThat(none.code()).isZero();
        assertThat(server.requests("PUT /data-nodes/tape.example.org/settings"))
                .extracting(request -> request.body().replaceAll(".*\"staging\":(\\{.*?\\}).*", "$1"))
                .containsExactly(
                        "{\"way\":\"tape-rest\",\"patienceSeconds\":172800,\"window\":null,\"prefix\":null}",
                        "{\"way\":null,\"patienceSeconds\":null,\"window\":0,\"prefix\":\"\"}");
        assertThat(command.run("data-node", "set", "tape.example.org", "--staging-window", "many")
                        .err())
                .contains("1 to 100000");
        assertThat(command.run("data-node", "set", "tape.example.org", "--staging-patience", "long")
                        .err())
                .contains("--staging-patience");
    }

    @Test
    void sitesAndDataNodesAreBannedAndUnbanned() {
        server.on("PUT /sites/north/ban", 200, BAN)
                .on("DELETE /sites/north/ban", 204, "")
                .on("PUT /data-nodes/esgf.example.org/ban", 200, BAN)
                .on("DELETE /data-nodes/esgf.example.org/ban", 204, "")
                .on("GET /bans", 200, Recorded.page(BAN));
        assertThat(command.run("site", "ban", "north", "--reason", "broken files", "--until", "7d")
                        .out())
                .contains("SITE_BANNED until 2026-12-01", "by ana: broken files");
        assertThat(server.requests("PUT /sites/north/ban").get(0).body())
                .contains("\"reason\":\"broken files\"", "\"until\":\"");
        assertThat(command.run("site", "unban", "north").code()).isZero();
        assertThat(command.run("data-node", "ban", "esgf.example.org").code()).isZero();
        assertThat(command.run("data-node", "unban", "esgf.example.org").code()).isZero();
        assertThat(command.run("data-node", "bans").out()).contains("broken files");
    }
}
