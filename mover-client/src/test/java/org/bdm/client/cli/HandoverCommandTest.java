package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The verbs about files that other movers bring: what they send, print and return. */
class HandoverCommandTest {
    private static final String HANDOVER = """
        {"id":"handover-3","owner":"ann","carrier":"globus","source":"8896f38e","export":"in","selection":"CMIP6.a.b",
         "state":"%s","awaits":"%s","reason":"%s","task":"t-1","files":2,"there":%d,"unvouched":0,"named":1,"bytes":2048,
         "bytesThere":1024,"createdAt":"2026-11-30T10:00:00Z","endedAt":null}\
        """;
    private static final String FILES = """
        {"items":[{"export":"in","path":"d/a.nc","source":"/s/a.nc","dataset":null,"size":1024,"state":"RIGHT","reason":""},
         {"export":"in","path":"d/b.nc","source":"/s/b.nc","dataset":null,"size":1024,"state":"EMPTY",
          "reason":"has 0 of 1024 bytes"}],"nextCursor":null}\
        """;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    private static String handover(String state, String awaits, String reason, int there) {
        return HANDOVER.formatted(state, awaits, reason, there);
    }

    private static String made(long overHttp) {
        return "{\"handovers\":[" + handover("COMPARING", "NOBODY", "", 0) + "],\"underWay\":0,\"overHttp\":" + overHttp
                + ",\"nowhere\":0}";
    }

    @Test
    void submitPrintsTheIdAloneAndSaysWhatIsLeftToAJob() {
        server.on("POST /handovers", 201, made(5));
        Result result = command.run("handover", "submit", "CMIP6.a.b", "bdm://here/in", "--carrier", "globus");
        assertThat(result.out()).isEqualTo("handover-3\n");
        assertThat(result.err()).contains("handed over 2 files", "5 a job fetches over HTTP");
        assertThat(server.only("POST /handovers").body())
                .contains(
                        "\"carrier\":\"globus\"", "\"datasets\":[\"CMIP6.a.b\"]", "\"destination\":\"bdm://here/in\"");
    }

    @Test
    void waitTellsForWhomItWaitsAndTheExitCodeIsTheOutcome() {
        server.on("POST /handovers/handover-3/compare", 202, handover("COMPARING", "NOBODY", "", 0));
        server.on("GET /handovers/handover-3", 200, handover("ENDED", "PERSON", "1 of 2 files are missing", 1));
        Result result = command.run("handover", "compare", "handover-3", "--wait");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("handover-3 ENDED: 1 of 2 files are missing");
    }

    @Test
    void showNamesWhatIsWrongOnly() {
        server.on("GET /handovers/handover-3", 200, handover("ENDED", "PERSON", "1 of 2", 1));
        server.on("GET /handovers/handover-3/files", 200, FILES);
        Result result = command.run("handover", "show", "handover-3", "--files");
        assertThat(result.out())
                .contains("EMPTY  in/d/b.nc  has 0 of 1024 bytes", "1 of 2 there")
                .doesNotContain("d/a.nc");
    }

    @Test
    void againSendsWhetherOtherFilesAreReplaced() {
        server.on("POST /handovers/handover-3/again", 202, handover("SUBMITTING", "NOBODY", "", 1));
        assertThat(command.run("handover", "again", "handover-3", "--replace").code())
                .isZero();
        assertThat(server.only("POST /handovers/handover-3/again").body()).contains("\"replace\":true");
    }

    @Test
    void replicateWithACarrierHandsOverFirstAndFetchesTheRest() {
        server.on("POST /handovers", 201, made(5));
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        Result result = command.run("replicate", "CMIP6.a.b", "bdm://here/in", "--carrier", "globus");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out().strip()).matches("job-\\d+");
        assertThat(result.err()).contains("handover-3 submitted");
        assertThat(server.only("POST /handovers").body()).contains("\"carrier\":\"globus\"");
    }

    @Test
    void replicateMakesNoJobWhereTheCarrierBringsEverything() {
        server.on("POST /handovers", 201, made(0));
        server.on("GET /handovers/handover-3", 200, handover("ENDED", "NOBODY", "all 2 files are there", 2));
        Result result = command.run("replicate", "CMIP6.a.b", "bdm://here/in", "--carrier", "globus", "--wait");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("no job is needed", "handover-3 ENDED");
    }
}
