package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Standing queries over REST, down to the job that they make. */
class SubscriptionsApiTest {
    private static final String WISH = """
            {"query":{"facets":{"source_id":["INV-ESM"]}},"destination":"bdm://here/data/x","everySeconds":3600%s}""";

    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path home) {
        api = new RunningApi(home);
        InventedClaims claims = new InventedClaims()
                .dataset("a.org", false, true, false, Map.of("source_id", List.of("INV-ESM")))
                .file("a.org", "tas.nc", 10, InventedClaims.sha256(1));
        api.federation.say(new ArrayList<>(claims.claims()));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Answer create(String more) {
        return api.send("POST", "/subscriptions", Role.OPERATOR, WISH.formatted(more));
    }

    private JsonNode run(String id, int runs) {
        return await().until(
                        () -> api.get("/subscriptions/" + id).json(),
                        now -> now.path("runs").asInt() >= runs);
    }

    @Test
    void aSubscriptionIsRunAtOnceAndItsJobHasTheFilesAndTheNameOfItsOwner() {
        Answer created = create(",\"label\":\"all of it\",\"onRetracted\":\"quarantine\"");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        String id = created.text("id");
        JsonNode ran = run(id, 1);
        assertThat(ran.path("last").path("jobs").asInt()).as(ran.toString()).isEqualTo(1);
        assertThat(ran.path("onRetracted").asString()).isEqualTo("quarantine");
        JsonNode found = api.get("/subscriptions/" + id + "/datasets?state=submitted")
                .json()
                .path("items")
                .get(0);
        assertThat(found.path("dataset").asString()).isEqualTo(InventedClaims.DATASET);
        JsonNode job = api.get("/jobs/" + found.path("job").asString()).json();
        assertThat(job.path("label").asString()).isEqualTo("all of it");
        assertThat(job.path("owner").asString()).isEqualTo("operator-person");
        assertThat(job.path("destination").asString()).isEqualTo("bdm://here/data/x");

        assertThat(api.send("POST", "/subscriptions/" + id + "/run", Role.OPERATOR, null)
                        .status())
                .isEqualTo(202);
        assertThat(run(id, 2).path("last").path("jobs").asInt()).isZero();
        assertThat(api.get("/jobs").json().path("items")).hasSize(1);
    }

    @Test
    void itsJobsDoWithFilesThatAreHeldWhatItSays() {
        String id =
                create(",\"options\":{\"sourcePolicy\":{\"reuse\":\"link\"}}").text("id");
        assertThat(run(id, 1).path("sourcePolicy").path("reuse").asString()).isEqualTo("link");
        String name = api.get("/jobs").json().path("items").get(0).path("id").asString();
        JobId job = new JobId(Long.parseLong(name.substring("job-".length())));
        JobSettings settings =
                api.catalog.jobs().find(job).orElseThrow().request().settings();
        assertThat(settings.reuse()).isEqualTo(JobSettings.Reuse.LINK);

        assertThat(create(",\"options\":{\"sourcePolicy\":{\"reuse\":\"borrow\"}}")
                        .text("code"))
                .isEqualTo("INVALID_REQUEST");
    }

    private void published(long files, long bytes) {
        InventedClaims claims = new InventedClaims();
        for (String name : List.of("CMIP6.a.v1", "CMIP6.b.v1", "CMIP6.c.v1")) {
            claims.of(name)
                    .dataset("a.org", false, true, false, Map.of("source_id", List.of("INV-ESM")))
                    .announcing("a.org", files, bytes);
        }
        api.federation.say(new ArrayList<>(claims.claims()));
    }

    private Answer plan(String more) {
        return api.send("POST", "/subscriptions/plans", Role.OPERATOR, WISH.formatted(more));
    }

    @Test
    void aDryRunCountsWhatIsFoundAndWhatTheFirstRunTakesAndChangesNothing() {
        published(10, 5_000);
        JsonNode all = plan("").json();
        assertThat(all.path("datasets").asLong()).isEqualTo(3);
        assertThat(all.path("runFiles").asLong()).isEqualTo(30);
        assertThat(all.path("needsConfirmation").asBoolean()).isFalse();
        JsonNode capped = plan(",\"maxBytesPerRun\":9999").json();
        assertThat(capped.path("bytes").asLong()).isEqualTo(15_000);
        assertThat(capped.path("runDatasets").asLong()).isEqualTo(1);
        assertThat(capped.path("runBytes").asLong()).isEqualTo(5_000);
        assertThat(plan(",\"maxDatasetsPerRun\":2").json().path("runFiles").asLong())
                .isEqualTo(20);
        assertThat(plan(",\"maxDatasetsPerRun\":0").text("detail")).contains("maxDatasetsPerRun is 0");
        assertThat(api.get("/subscriptions").json().path("items")).isEmpty();
    }

    @Test
    void aLargeFirstRunIsRefusedUntilItsSizeIsConfirmedOrCapped() {
        published(10, 5_000_000_000_000L);
        assertThat(plan("").json().path("needsConfirmation").asBoolean()).isTrue();
        Answer refused = create("");
        assertThat(refused.text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(refused.text("detail"))
                .contains(
                        "3 datasets, 30 files and 15000000000000 bytes",
                        "give confirmBytes 15000000000000",
                        "--confirm");
        assertThat(create(",\"confirmBytes\":14000000000000").status()).isEqualTo(400);
        assertThat(api.get("/subscriptions").json().path("items")).isEmpty();

        Answer capped = create(",\"maxBytesPerRun\":6000000000000,\"maxDatasetsPerRun\":7");
        assertThat(capped.status()).as(capped.body()).isEqualTo(201);
        assertThat(capped.json().path("maxBytesPerRun").asLong()).isEqualTo(6_000_000_000_000L);
        assertThat(capped.json().path("maxDatasetsPerRun").asLong()).isEqualTo(7);
        assertThat(create(",\"confirmBytes\":15000000000000").status()).isEqualTo(201);
        assertThat(create(",\"yes\":true").status()).isEqualTo(201);
    }

    @Test
    void whatWasNotCountedInFullNeedsYesOrACap() {
        IndexWarning down = new IndexWarning("west", "UNREACHABLE", "no connection", true, Instant.EPOCH);
        api.federation.say(List.of(), down);
        assertThat(create("").text("detail")).contains("at least 0 datasets", "not all was counted", "--yes");
        assertThat(create(",\"maxBytesPerRun\":6000000000000").status()).isEqualTo(201);
        assertThat(create(",\"yes\":true").status()).isEqualTo(201);
    }

    @Test
    void aRequestIsMadeForAPersonToApprove() {
        String id = create(",\"needsApproval\":true").text("id");
        run(id, 1);
        JsonNode request = api.send("GET", "/requests", Role.OPERATOR, null)
                .json()
                .path("items")
                .get(0);
        assertThat(request.path("reason").asString()).contains("found by " + id);
        assertThat(request.path("files").asInt()).isEqualTo(1);
        assertThat(api.get("/jobs").json().path("items")).isEmpty();
    }

    @Test
    void itIsSteeredAndWhatMakesNoSenseIsRefused() {
        String id = create("").text("id");
        run(id, 1);
        assertThat(api.send("POST", "/subscriptions/" + id + "/pause", Role.OPERATOR, null)
                        .text("state"))
                .isEqualTo("PAUSED");
        assertThat(api.send("POST", "/subscriptions/" + id + "/resume", Role.READER, null)
                        .status())
                .isEqualTo(403);
        assertThat(api.get("/subscriptions").json().path("items")).hasSize(1);
        assertThat(api.send("DELETE", "/subscriptions/" + id, Role.OPERATOR, null)
                        .text("state"))
                .isEqualTo("REMOVED");
        assertThat(api.get("/subscriptions").json().path("items")).isEmpty();
        assertThat(api.send("POST", "/subscriptions/" + id + "/run", Role.OPERATOR, null)
                        .text("code"))
                .isEqualTo("ILLEGAL_STATE");
        for (String wrong : List.of(
                WISH.formatted("").replace("3600", "5"),
                WISH.formatted(",\"onRetracted\":\"burn\""),
                WISH.formatted(",\"onNewVersion\":\"maybe\""),
                WISH.formatted("").replace("\"source_id\":[\"INV-ESM\"]", ""),
                WISH.formatted("").replace("}}", "},\"allVersions\":true}"))) {
            assertThat(api.send("POST", "/subscriptions", Role.OPERATOR, wrong).text("code"))
                    .as(wrong)
                    .isEqualTo("INVALID_REQUEST");
        }
        assertThat(api.send(
                                "POST",
                                "/subscriptions",
                                Role.OPERATOR,
                                WISH.formatted("").replace("here/data", "here/archive"))
                        .text("code"))
                .isEqualTo("EXPORT_READ_ONLY");
    }
}
