package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DraftAndRequestCommandsTest {
    private static final String DRAFT = """
        {"id":"draft-7","owner":"ann","label":"list.map","createdAt":"2026-11-20T10:00:00Z","format":"mapfile","entries":3,
         "datasets":2,"datasetsComplete":true,"files":3,"filesWithoutSize":0,"bytes":2048,"refusedLines":1,
         "refused":[{"line":9,"reason":"no number"}],"warnedLines":0,"warnings":[]}\
        """;
    private static final String REQUEST = """
        {"id":"request-3","requester":"ann","reason":"a paper","draft":"draft-7","datasetIds":[],"query":{},"datasets":2,
         "files":null,"bytes":2048,"state":"%s","createdAt":"2026-11-20T10:00:00Z",%s}\
        """;
    private static final String UNDECIDED = "\"decidedAt\":null,\"decidedBy\":null,\"remark\":null,\"job\":null";
    private static final String DECIDED =
            "\"decidedAt\":\"2026-11-20T11:00:00Z\",\"decidedBy\":\"mia\",\"remark\":\"soon\",\"job\":%s";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    private static String page(String item) {
        return "{\"items\":[" + item + "],\"nextCursor\":null}";
    }

    @Test
    void draftsAreListedShownAndRemoved() {
        server.on("GET /imports", 200, page(DRAFT));
        assertThat(command.run("draft", "list").out()).contains("draft-7  list.map  ann", "2.0 KiB");
        server.on("GET /imports/draft-7", 200, DRAFT);
        assertThat(command.run("draft", "show", "draft-7").out())
                .contains("draft          draft-7", "entries        3", "9  no number");
        server.on("DELETE /imports/draft-7", 204, "");
        assertThat(command.run("draft", "remove", "draft-7").code()).isZero();
        assertThat(server.requests("DELETE /imports/draft-7")).hasSize(1);
    }

    @Test
    void entriesAreShownAsTheyComeEachKindInItsWay() {
        server.on("GET /imports/draft-7/entries", 200, page("""
            {"number":1,"line":2,"kind":"FILE","path":"a.nc","size":5,"digests":[{"algorithm":"MD5","value":"ab"}],"urls":["https://n/a"]},
            {"number":2,"line":3,"kind":"DATASET","dataset":"a.b.v1","dataNode":"n"},
            {"number":3,"line":4,"kind":"PAIR","source":"/a","destination":"/b"},
            {"number":4,"line":5,"kind":"QUERY","facets":{"p":["x","y"]},"excluded":{"q":["z"]},"settings":{"latest":"true"}}\
            """));
        Result result = command.run("draft", "show", "draft-7", "--entries");
        assertThat(result.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "2 FILE a.nc 5 B MD5:ab https://n/a",
                        "3 DATASET a.b.v1|n",
                        "4 PAIR /a /b",
                        "5 QUERY p=x,y q!=z latest=true");
    }

    @Test
    void aRequestIsSubmittedOfOneThingAndItsIdPrintedAlone() {
        server.on("POST /requests", 201, REQUEST.formatted("OPEN", UNDECIDED));
        Result result =
                command.run("request", "submit", "--query", "project=CMIP6", "--query", "m!=a,b", "--reason", "x");
        assertThat(result.out()).isEqualTo("request-3\n");
        assertThat(server.only("POST /requests").body())
                .contains("\"project\":[\"CMIP6\"]", "\"!m\":[\"a\",\"b\"]", "\"reason\":\"x\"");
        assertThat(command.run("request", "submit", "--reason", "x").code()).isEqualTo(2);
        assertThat(command.run("request", "submit", "a.b.c", "--draft", "draft-1", "--reason", "x")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("request", "submit", "a.b.c").code()).isEqualTo(2);
    }

    @Test
    void requestsAreListedAndShownWithWhatIsKnown() {
        server.on("GET /requests", 200, page(REQUEST.formatted("APPROVED", DECIDED.formatted("\"job-5\""))));
        assertThat(command.run("request", "list", "--state", "approved").out())
                .contains("request-3  APPROVED  ann", "  ?  ", "2.0 KiB", "job-5", "a paper", "soon");
        assertThat(server.only("GET /requests").query()).contains("state=APPROVED");
        server.on("GET /requests/request-3", 200, REQUEST.formatted("OPEN", UNDECIDED));
        assertThat(command.run("request", "show", "request-3").out())
                .contains("reason         a paper", "draft          draft-7", "files          ?")
                .doesNotContain("decided");
    }

    @Test
    void anApprovalWithoutAJobSaysSo() {
        server.on("POST /requests/request-3/approve", 200, REQUEST.formatted("APPROVED", DECIDED.formatted("null")));
        Result result = command.run("request", "approve", "request-3", "--remark", "soon");
        assertThat(result.code()).isZero();
        assertThat(result.err())
                .contains(
                        "request-3 is approved; no job yet: submit one with 'bdm-client replicate --draft draft-7 DST'");
        assertThat(server.only("POST /requests/request-3/approve").body()).contains("\"remark\":\"soon\"");
        server.on("POST /requests/request-3/decline", 409, Recorded.problem(409, "ILLEGAL_STATE"));
        assertThat(command.run("request", "decline", "request-3").code()).isEqualTo(8);
    }
}
