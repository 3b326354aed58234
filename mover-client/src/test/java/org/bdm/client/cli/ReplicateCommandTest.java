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

/** The verbs of replica sets: what they send, print and return. */
class ReplicateCommandTest {
    private static final String FOUND = """
        {"datasets":[{"instanceId":"CMIP6.a.b.v1","project":"CMIP6","latest":true,"retracted":false,"files":2,"bytes":2048,
          "nodes":["a.org","b.org"],"indexes":["west"]}],
         "files":[],"complete":false,"cut":null,
         "warnings":[{"index":"east","code":"TIMED_OUT","text":"east did not answer","affectsCompleteness":true,
          "at":"2026-11-22T00:00:00Z"}]}\
        """;
    private static final String PLAN = """
        {"id":"plan-1","state":"DONE","problem":null,"files":3,"bytes":300,"filesToMove":1,"bytesToMove":100,"filesSame":1,
         "filesInConflict":0,"filesWithoutReplica":1,"freeBytesNow":1000,"peakBytes":100,"estimate":null,"errors":[],
         "replicas":{"datasets":1,"unknown":["x.y.z"],"leftOut":[],
          "nodes":[{"node":"a.org","copies":2,"bytes":200}],"warnings":[]}}\
        """;
    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void replicateSendsNamesAndWishesAndPrintsTheIdAlone() throws IOException {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        Path names = Files.writeString(directory.resolve("names"), "# mine\n\nCMIP6.c.d.v2\n");
        Result result = command.run(
                "replicate",
                "CMIP6.a.b.v1",
                "bdm://here/data/pool",
                "--from",
                names.toString(),
                "--avoid",
                "slow.org",
                "--variant",
                "a.org",
                "--accept-incomplete");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out().strip()).matches("job-\\d+");
        assertThat(server.only("POST /jobs").body())
                .contains("\"kind\":\"REPLICA_SET\"", "\"datasets\":[\"CMIP6.a.b.v1\",\"CMIP6.c.d.v2\"]")
                .contains("\"destination\":\"bdm://here/data/pool\"", "\"acceptIncomplete\":true")
                .contains("\"avoidNodes\":[\"slow.org\"]", "\"variantNode\":\"a.org\"");
    }

    @Test
    void aQueryIsCutIntoFacetsAndExclusions() {
        server.on("POST /jobs", 503, Recorded.problem(503, "INDEX_INCOMPLETE"));
        Result result = command.run(
                "replicate",
                "bdm://here/data",
                "--query",
                "source_id=A",
                "--query",
                "source_id=B",
                "--query",
                "member_id!=r2i1p1f1",
                "--confirm",
                "17");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("INDEX_INCOMPLETE");
        assertThat(server.only("POST /jobs").body())
                .contains("\"facets\":{\"source_id\":[\"A\",\"B\"]}", "\"excluded\":{\"member_id\":[\"r2i1p1f1\"]}")
                .contains("\"confirmBytes\":17");
    }

    @Test
    void aDatasetThatNobodyKnowsHasItsOwnExitCode() {
        server.on("POST /jobs", 422, Recorded.problem(422, "UNKNOWN_DATASET"));
        assertThat(command.run("replicate", "CMIP6.a.b.v1", "bdm://here/data").code())
                .isEqualTo(5);
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeAnythingIsSent() {
        assertThat(command.run("replicate", "CMIP6.a.b.v1").code()).isEqualTo(2);
        assertThat(command.run("replicate", "bdm://here/data").code()).isEqualTo(2);
        assertThat(command.run("replicate", "a.b.c", "bdm://here/data", "--query", "a=b")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("replicate", "bdm://here/data", "--query", "nothing")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("replicate", "a.b.c", "bdm://here/data", "--fail-on-pause")
                        .code())
                .isEqualTo(2);
    }

    @Test
    @Tag("S5")
    void aSearchByAFacetThatNobodyKnowsEndsAsAWrongRequest() {
        server.on("GET /search", 200, """
            {"datasets":[],"files":[],"cut":null,"warnings":[{"index":"west","code":"UNKNOWN_FACET",
             "text":"west: no facet 'experimant_id' is known; the nearest is 'experiment_id'","affectsCompleteness":false,
             "at":"2026-11-20T10:00:00Z"}]}\
            """);
        Result result = command.run("search", "experimant_id=historical");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("'experiment_id'");
    }

    @Test
    void searchPrintsATableAndTellsTroubleOnTheOtherOutput() {
        server.on("GET /search", 200, FOUND);
        Result result = command.run("search", "source_id=A", "variable_id!=b", "--index", "west", "--index", "east");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.out()).contains("CMIP6.a.b.v1", "2.0 KiB").doesNotContain("TIMED_OUT");
        assertThat(result.err()).contains("east: TIMED_OUT: east did not answer");
        assertThat(server.only("GET /search").query())
                .contains("source_id=A", "variable_id!=b", "index=west&index=east");
    }

    @Test
    void aPlanWhoseJobWouldBeRefusedIsShownAndEndsAsThatJobWould() {
        String problem = Recorded.problem(503, "INDEX_INCOMPLETE");
        server.on("POST /plans", 202, PLAN.replace("\"problem\":null", "\"problem\":" + problem));
        Result result = command.run("plan", "CMIP6.a.b.v1", "bdm://here/data");
        assertThat(result.code()).isEqualTo(8);
        assertThat(result.out()).contains("to transfer    1 of 3 files");
        assertThat(result.err()).contains("INDEX_INCOMPLETE");
    }

    @Test
    void aPlanShowsWhatNobodyHasAndWhatEachNodeOffers() {
        server.on("POST /plans", 202, PLAN);
        Result result = command.run("plan", "CMIP6.a.b.v1", "bdm://here/data");
        assertThat(result.code()).as("the job would skip one").isEqualTo(1);
        assertThat(result.out())
                .contains("to transfer    1 of 3 files", "no live source 1 file", "datasets       1")
                .contains("offered by     a.org: 2 files", "unknown        x.y.z");
    }

    @Test
    void aPlanSaysHowLongItTakesAndWhatThatRestsOn() {
        String estimate = "\"estimate\":{\"p10Seconds\":60,\"p50Seconds\":90,\"p90Seconds\":120,"
                + "\"basis\":\"from 37 jobs of this link\",\"dominant\":\"Mostly bytes over the link from a: 80 %"
                + " of the time.\"},\"bytesOfOtherJobs\":950,\"freeInodesNow\":4,\"filesOfOtherJobs\":4,"
                + "\"routes\":[{\"source\":\"a\",\"files\":4,\"bytes\":100,\"smallFiles\":3,\"basis\":\"\"}]";
        server.on("POST /plans", 202, PLAN.replace("\"estimate\":null", estimate));
        Result result = command.run("plan", "bdm://a/data/x", "bdm://here/data", "-r");
        assertThat(result.out())
                .contains("from           a: 4 files, 100 B; 75 % of the files are below 4 MiB")
                .contains("; from 37 jobs of this link", "Mostly bytes over the link from a")
                .contains("950 B of them promised to other jobs", "4 free, 4 of them promised to other jobs");
        assertThat(result.err()).contains("warning: the files do not fit", "warning: there are too few inodes");
        assertThat(server.only("POST /plans").body())
                .contains("\"kind\":\"TREE\"", "\"recursive\":true", "bdm://a/data/x");
    }

    @Test
    void aPlanTakesTheArgumentsOfSubmit() throws IOException {
        String plan = PLAN.replace("\"unknown\":[\"x.y.z\"]", "\"unknown\":[]");
        server.on("POST /plans", 202, plan).on("POST /plans", 202, plan);
        assertThat(command.run("plan", "bdm://a/data/x.nc", "bdm://here/data/x.nc")
                        .code())
                .isZero();
        assertThat(server.only("POST /plans").body()).contains("\"kind\":\"FILE\"", "\"recursive\":false");
        Path list = Files.writeString(directory.resolve("list"), "bdm://a/data/x bdm://here/data/x\n");
        assertThat(command.run("plan", "--batch", list.toString()).code()).isZero();
        assertThat(command.run("plan", "--batch", list.toString(), "bdm://here/data")
                        .code())
                .isEqualTo(2);
        assertThat(command.run("plan", "CMIP6.a.b.v1", "bdm://here/data", "-r").code())
                .isEqualTo(2);
        assertThat(command.run("plan").code()).isEqualTo(2);
    }

    @Test
    @Tag("N9")
    void aPlanOfDatasetsThatSaysWhatWouldFailExitsAsTheJobWould() {
        String error =
                "\"errors\":[{\"entry\":\"bdm://here/data/x.nc\",\"code\":\"SOURCE_NOT_FOUND\",\"detail\":\"no copy\"}]";
        server.on("POST /plans", 202, PLAN.replace("\"errors\":[]", error));
        Result result = command.run("plan", "CMIP6.a.b.v1", "bdm://here/data");
        assertThat(result.out()).contains("would fail     bdm://here/data/x.nc: SOURCE_NOT_FOUND: no copy");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    @Tag("S7")
    void namesThatAreSkippedMakeExitCodeOneAndTheJobRunsAllTheSame() {
        String skipping = ",\"unknownDatasets\":3";
        server.on("POST /jobs", 201, Recorded.job("QUEUED", skipping));
        Result result = command.run("replicate", "CMIP6.a.b.v1", "bdm://here/data", "--skip-unknown");
        assertThat(server.only("POST /jobs").body()).contains("\"skipUnknown\":true");
        assertThat(result.out().strip()).isEqualTo("job-7");
        assertThat(result.err())
                .contains("warning: skips 3 datasets that no index knows; see 'bdm-client events job-7'");
        assertThat(result.code()).isEqualTo(1);
        server.on("GET /jobs/job-7", 200, Recorded.job("SUCCEEDED", skipping));
        Result waited = command.run("wait", "job-7");
        assertThat(waited.code()).isEqualTo(1);
        assertThat(waited.err()).contains("; skipped 3 datasets that no index knows");
        assertThat(command.run("status", "job-7").out()).contains("skipped        3 datasets that no index knows");
    }

    @Test
    @Tag("S6")
    void theDayOfTheVersionsIsSentWithEveryVerbThatTakesIt() {
        server.on("POST /jobs", 201, Recorded.job("QUEUED"));
        command.run("replicate", "CMIP6.a.b", "bdm://here/data", "--as-of", "2021-01-01");
        assertThat(server.only("POST /jobs").body()).contains("\"asOf\":\"2021-01-01\"");
        server.on("POST /plans", 202, PLAN);
        command.run("plan", "--query", "source_id=A", "bdm://here/data", "--as-of", "2021-01-01");
        assertThat(server.only("POST /plans").body()).contains("\"asOf\":\"2021-01-01\"");
        server.on("GET /search", 200, FOUND);
        command.run("search", "source_id=A", "--as-of", "2021-01-01");
        assertThat(server.only("GET /search").query()).contains("asOf=2021-01-01");
        Result tree = command.run("plan", "bdm://a/b/c", "bdm://here/data", "-r", "--as-of", "2021-01-01");
        assertThat(tree.code()).isEqualTo(2);
        assertThat(tree.err()).contains("--as-of is for datasets");
    }
}
