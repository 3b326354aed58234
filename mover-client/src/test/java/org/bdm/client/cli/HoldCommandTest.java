package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hold}, {@code holdings}, {@code reconcile} and {@code verify} against a server that answers what the test says. */
class HoldCommandTest {
    private static final String SURVEY = """
            {"id":"survey-3","kind":"SCAN","subject":"bdm://a/in/","owner":"ann","state":"%s","files":10,"bytes":2048,
             "findings":%d,"problem":null,"createdAt":"2026-11-20T10:00:00Z","endedAt":null}""";
    private static final String NOTHING = "{\"items\":[],\"nextCursor\":null}";
    private static final String ONE = """
            {"items":[{"kind":"MISSING","export":"in","path":"x/a.nc","dataset":null,"text":"is gone"}],"nextCursor":null}""";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    private void survey(String route, int findings) {
        server.on("POST /" + route, 202, SURVEY.formatted("OPEN", 0));
        server.on("GET /surveys/survey-3/findings", 200, findings == 0 ? NOTHING : ONE);
        server.on("GET /surveys/survey-3", 200, SURVEY.formatted("DONE", findings));
    }

    @Test
    void aScanThatFindsNothingAmissEndsWithZero() {
        survey("scans", 0);
        Result result = command.run("hold", "--scan", "bdm://a/in/");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("holding 10 files, 2.0 KiB, 0 findings");
        assertThat(server.only("POST /scans").body()).contains("\"subject\":\"bdm://a/in/\"");
    }

    @Test
    void aListIsSentAsItIsAndItsTroublesMakeTheExitCodeOne() throws IOException {
        server.on("POST /holdings", 200, """
                {"format":"digest-list","adopted":2,"bytes":2048,"missing":1,"different":0,"refused":0,
                 "troubles":[{"line":7,"reason":"x is no file"}]}""");
        String list = Files.writeString(directory.resolve("sums"), "a line\n").toString();
        Result result = command.run("hold", "--from", list, "--root", "bdm://a/in/x");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("registered     2 files, 2.0 KiB", "missing        1", "7  x is no file");
        assertThat(server.only("POST /holdings").query()).contains("root=bdm");
        assertThat(server.only("POST /holdings").body()).isEqualTo("a line\n");
    }

    @Test
    void differencesArePrintedOneALineAndMakeTheExitCodeOne() {
        server.on("GET /exports", 200, """
                {"items":[{"name":"in","site":"a","mode":"ro","freeBytes":null,"totalBytes":null,"available":true,"problem":null}],
                 "nextCursor":null}""");
        survey("reconciliations", 1);
        Result result = command.run("reconcile", "--export", "in", "--prefix", "x", "--json");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().lines()).hasSize(1);
        assertThat(result.out()).contains("\"kind\":\"MISSING\"", "\"path\":\"x/a.nc\"");
        assertThat(server.only("POST /reconciliations").body()).contains("\"subject\":\"bdm://a/in/x\"");
        assertThat(command.run("reconcile", "--export", "other").code()).isEqualTo(2);
    }

    @Test
    void whatIsVerifiedMayBeADatasetAnEndpointOrAJob() {
        survey("verifications", 0);
        assertThat(command.run("verify", "job-7").code()).isZero();
        assertThat(server.only("POST /verifications").body()).contains("\"subject\":\"job-7\"");
        assertThat(command.run("hold").code()).isEqualTo(2);
    }

    @Test
    void holdingsAreShownWithTheirDigests() {
        server.on("GET /holdings", 200, """
                {"items":[{"export":"in","path":"x/a.nc","dataset":null,"size":2048,"modified":"2026-11-20T10:00:00Z",
                 "state":"VERIFIED","since":"2026-11-20T10:00:00Z","digests":[{"algorithm":"md5","value":"00ff","origin":"listed",
                 "knownAt":"2026-11-20T10:00:00Z"}]}],"nextCursor":null}""");
        Result result = command.run("holdings", "--state", "verified");
        assertThat(result.out()).contains("VERIFIED", "2.0 KiB  in/x/a.nc  listed md5:00ff");
        assertThat(server.only("GET /holdings").query()).contains("state=VERIFIED");
    }

    @Test
    @Tag("D3")
    void holdingWithoutAPublishedDigestSaysWhatItsEvidenceRestsOn() {
        server.on("GET /holdings", 200, """
                {"items":[{"export":"in","path":"x/a.nc","dataset":null,"size":2048,"modified":"2026-11-20T10:00:00Z",
                 "state":"READ","since":"2026-11-20T10:00:00Z","digests":[{"algorithm":"md5","value":"00ff","origin":"received",
                 "knownAt":"2026-11-20T10:00:00Z","restsOn":"3 requests over 12 seconds; no digest is published"}]}],
                 "nextCursor":null}""");
        assertThat(command.run("holdings").out())
                .contains("received md5:00ff", "rests on 3 requests over 12 seconds; no digest is published");
    }

    @Test
    void completenessIsATableOfDatasetsBySites() {
        server.on("GET /completeness", 200, """
                {"sites":["here","x.org"],"rows":[{"dataset":"a.b.c.v2","files":4,"bytes":2048,"latest":true,"retracted":false,
                 "cells":[{"state":"PARTIAL","files":3,"otherVersion":null,"verified":3,"verifiedAs":"readback",
                 "verifiedAt":"2026-11-20T10:00:00Z"},{"state":"OTHER_VERSION","files":0,"otherVersion":"a.b.c.v1","verified":0,
                 "verifiedAs":null,"verifiedAt":null}]}],"nextCursor":null}""");
        Result result = command.run("completeness", "--prefix", "a.b");
        assertThat(result.code()).as("not complete here").isEqualTo(1);
        assertThat(result.out()).contains("HERE", "X.ORG", "a.b.c.v2", "partial 3/4, 3 readback", "has v1");
        assertThat(server.only("GET /completeness").query()).contains("prefix=a.b");
        assertThat(command.run("completeness").code()).isEqualTo(2);
    }

    @Test
    void completenessIsCountedByTheValueOfAFacet() {
        server.on("GET /completeness/groups", 200, """
                {"facet":"source_id","datasets":5,"sites":["here","x.org"],"groups":[{"value":"M1","datasets":5,
                 "cells":[{"COMPLETE":3,"OTHER_VERSION":1,"ABSENT":1},{"COMPLETE":5}]}]}""");
        Result result = command.run("completeness", "--by", "source_id", "--query", "project=CMIP6", "table_id!=fx");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("SOURCE_ID", "M1", "3 complete, 1 other version", "5 complete");
        assertThat(server.only("GET /completeness/groups").query())
                .contains("by=source_id", "facet=project%3DCMIP6", "facet=table_id%21%3Dfx");
        assertThat(command.run("completeness", "a.b.v1", "--by", "source_id").code())
                .isEqualTo(2);
    }
}
