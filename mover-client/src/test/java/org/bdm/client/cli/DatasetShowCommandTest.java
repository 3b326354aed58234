package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatasetShowCommandTest {
    private static final String SET = """
            {"dataset":{"instanceId":"a.b.v1","project":"CMIP6","latest":true,"retracted":false,"deprecated":false,"files":1,
              "bytes":10,"variants":1,"nodes":2,"firstSeen":"2026-01-01T00:00:00Z","lastSeen":"2026-11-22T00:00:00Z"},
             "pid":null,"directory":"a/b/v1","nodes":[],"claims":[],"notes":[],
             "variants":[{"number":0,"nodes":["a.org","b.org"],"bytes":10,"files":[{"instanceId":"a.b.v1","name":"t.nc",
              "path":"a/b/v1/t.nc","size":10,"digests":[],"trackingId":null,"modified":null,"copies":[
               {"node":"a.org","url":"http://a.org/t.nc","saysSize":true,"saysDigests":[],"missing":%s},
               {"node":"b.org","url":"http://b.org/t.nc","saysSize":true,"saysDigests":[],"missing":null}]}]}]}""";
    private static final String THREE_TIMES = """
            {"occasions":3,"firstSeen":"2026-11-01T10:00:00Z","lastSeen":"2026-11-12T10:00:00Z",
             "askedAgain":"2026-12-12T10:00:00Z"}""";
    private static final String ONCE = """
            {"occasions":1,"firstSeen":"2026-11-01T10:00:00Z","lastSeen":"2026-11-02T10:00:00Z","askedAgain":null}""";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    private String shown(String missing) {
        server.on("GET /replica-sets/a.b.v1", 200, SET.formatted(missing));
        Result result = command.run("dataset", "show", "a.b.v1", "--files");
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    @Test
    void aCopyThatIsPermanentlyMissingIsShownWithItsTimes() {
        assertThat(shown(THREE_TIMES))
                .containsPattern("MISSING COPY OF +NODE +TIMES +FIRST +LAST +NEXT TRY")
                .containsPattern("t\\.nc +a\\.org +3 +2026-11-01 \\S+ +2026-11-12 \\S+ +after 2026-12-12");
    }

    @Test
    void aCopyThatWasMissingOnceIsAskedByEveryJob() {
        assertThat(shown(ONCE)).containsPattern("t\\.nc +a\\.org +1 .*by every job");
    }

    @Test
    void whatWasSeenIsWhatIsConfirmed() {
        server.on("GET /replica-sets/a.b.v1", 200, SET.formatted("null"));
        String dataset = SET.substring(SET.indexOf("{\"instanceId"), SET.indexOf("},") + 1);
        server.on("POST /replica-sets/a.b.v1/confirm", 200, dataset);
        Result result = command.run("dataset", "confirm", "a.b.v1");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(server.only("POST /replica-sets/a.b.v1/confirm").body()).contains("\"files\":1", "\"bytes\":10");
    }

    @Test
    void nothingIsSaidWhereAllCopiesAreThere() {
        assertThat(shown("null")).doesNotContain("MISSING");
    }
}
