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

    private static final String BENCH = """
        {"id":"bench-3","jobId":"job-12","source":"north","destination":"south","mode":"mem-mem","state":"%s",
         "beganAt":"2026-11-24T10:12:00Z","seconds":%s,"bytes":%s,"bytesPerSecond":%s,"streams":2,"limitedBy":%s,
         "limit":%s,"disks":"The source reads 3 existing files.","trouble":%s,"owner":"ana"}\
        """;
    private static final String RUNNING = BENCH.formatted("RUNNING", "null", "0", "0", "null", "null", "null");
    private static final String DONE = BENCH.formatted(
            "DONE", "10.0", "11750000000", "1175000000", "\"network\"", "\"the network: no packets are lost\"", "null");
    private static final String FAILED = BENCH.formatted(
            "FAILED", "0.1", "0", "0", "null", "null", "\"NOT_ALLOWED: this site allows no measurements\"");

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void listAndShowTellRatesInBits() {
        server.on("GET /links", 200, Recorded.page(LINK))
                .on("GET /links", 200, Recorded.page(LINK))
                .on("GET /links/north/south/benches", 200, Recorded.page(DONE));
        assertThat(command.run("link", "list").out()).contains("north", "200.0 Mbit/s", "1.6 Gbit/s", "shared line");
        assertThat(command.run("link", "show", "north", "south").out())
                .contains(
                        "rate       200.0 Mbit/s",
                        "200 MB/s = 1.6 Gbit/s",
                        "max open   none",
                        "by ana",
                        "mem-mem  9.4 Gbit/s, limited by network");
    }

    @Test
    void ratesAreATableOrCsv() {
        String rates = """
            {"since":"2026-11-25T04:00:00Z","until":"2026-11-25T05:00:00Z","stepSeconds":20,"links":[
             {"source":"north","destination":"south","bytes":40000000,"files":3,"failures":2,"points":[
              {"at":"2026-11-25T04:00:20Z","bytesPerSecond":25000000,"filesPerSecond":0.1},
              {"at":"2026-11-25T04:10:00Z","bytesPerSecond":75000000,"filesPerSecond":0.05}]},
             {"source":null,"destination":"south","bytes":0,"files":1,"failures":0,"points":[]}]}
            """;
        server.on("GET /rates", 200, rates).on("GET /rates", 200, rates);
        assertThat(command.run("rates").out()).contains("400.0 Mbit/s", "600.0 Mbit/s", "others");
        assertThat(command.run("rates", "--csv").out().lines())
                .containsExactly(
                        "at,source,destination,bytes_per_second,files_per_second",
                        "2026-11-25T04:00:20Z,north,south,25000000,0.1",
                        "2026-11-25T04:10:00Z,north,south,75000000,0.05");
    }

    @Test
    void statisticsAreATableOrCsvThatNoSpreadsheetTakesForAFormula() {
        String statistics = """
            {"by":"subscription","since":"2026-11-01","until":"2026-11-30",
             "all":{"group":"","label":null,"files":12,"bytes":3145728,"datasets":4},"groups":[
             {"group":"subscription-3","label":"=HYPERLINK(\\"x\\"), tas","files":10,"bytes":2097152,"datasets":4},
             {"group":"","label":null,"files":2,"bytes":1048576,"datasets":0}]}
            """;
        server.on("GET /statistics", 200, statistics).on("GET /statistics", 200, statistics);
        assertThat(command.run("statistics", "--by", "subscription").out())
                .containsSubsequence(
                        "SUBSCRIPTION", "subscription-3 (=HYPER", "2.0 MiB", "none", "all", "12", "3.0 MiB");
        assertThat(command.run("statistics", "--by", "subscription", "--csv")
                        .out()
                        .lines())
                .containsExactly(
                        "subscription,label,files,bytes,datasets",
                        "subscription-3,\"'=HYPERLINK(\"\"x\"\"), tas\",10,2097152,4",
                        ",,2,1048576,0");
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
        assertThat(command.run("link", "set", "north", "south", "--max-rate", "1.6Gbit/s")
                        .err())
                .isEqualTo("deprecated: in place of 'bdm-client link set' use 'bdm-client limit set link'\n");
        command.run("link", "set", "north", "south", "--max-streams", "none", "--max-active-files", "8", "--note", "x");
        assertThat(server.requests("PUT /links/north/south/limit"))
                .extracting(FakeServer.Request::body)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("\"maxRateBytesPerSecond\":200000000")
                                .doesNotContain("\"maxStreams\":0"),
                        second -> assertThat(second)
                                .contains("\"maxStreams\":0", "\"maxActiveFiles\":8", "\"note\":\"x\""));
    }

    @Test
    void whatCannotBeMeantIsRefusedBeforeAnythingIsSent() {
        assertThat(command.run("link", "set", "north", "south").err()).contains("nothing to set");
        assertThat(command.run("link", "set", "north", "south", "--max-rate", "0")
                        .err())
                .contains("--max-rate 0 would stop it");
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

    @Test
    void benchWaitsForTheEndAndShowsWhatLimited() {
        server.on("POST /links/north/south/benches", 201, RUNNING)
                .on("GET /links/north/south/benches/bench-3", 200, RUNNING)
                .on("GET /links/north/south/benches/bench-3", 200, DONE);
        Result result = command.run(
                "bench", "south", "--from", "north", "--time", "1m", "--mode", "disk-disk", "--export", "in");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains(
                        "job        job-12",
                        "9.4 Gbit/s",
                        "disks      The source reads 3 existing files.",
                        "limited by the network: no packets are lost");
        assertThat(server.requests("POST /links/north/south/benches"))
                .singleElement()
                .extracting(FakeServer.Request::body)
                .asString()
                .contains("\"seconds\":60", "\"mode\":\"disk-disk\"", "\"export\":\"in\"");
    }

    @Test
    void benchThatFailsSaysWhyAndExitsAsRefused() {
        server.on("POST /links/north/south/benches", 201, FAILED);
        Result result = command.run("bench", "south", "--from", "north");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.out()).contains("failed     NOT_ALLOWED: this site allows no measurements");
        assertThat(command.run("bench", "south", "--from", "north", "--time", "9h")
                        .err())
                .contains("--time must be 1s to 5m");
    }

    @Test
    void explainOfTwoSitesIsAboutTheLink() {
        server.on("GET /links/north/south/explanation", 200, """
                {"source":"north","destination":"south","reason":"1 job moves 80.0 Mbit/s; job-7 is limited by hashing.",
                 "limitedBy":"hash","measured":"This path did 9.4 Gbit/s memory to memory on Tuesday.","host":"CPU 97 %",
                 "jobs":[{"jobId":"job-7","bytesPerSecond":10000000,"limit":"hashing at the destination"}]}""");
        assertThat(command.run("explain", "north", "south").out())
                .contains(
                        "because    1 job moves",
                        "measured   This path did 9.4 Gbit/s",
                        "host       CPU 97 %",
                        "job-7");
    }
}
