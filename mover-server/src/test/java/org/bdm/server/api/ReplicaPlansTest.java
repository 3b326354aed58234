package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.api.ReplicaRequests.DOWN;
import static org.bdm.server.api.ReplicaRequests.FACETS;
import static org.bdm.server.api.ReplicaRequests.alsoAt;
import static org.bdm.server.api.ReplicaRequests.body;
import static org.bdm.server.api.ReplicaRequests.datasets;
import static org.bdm.server.api.ReplicaRequests.twoNodes;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Searches and plans of replica sets, over indexes that say what the test wants. */
class ReplicaPlansTest {
    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void aPlanSaysWhichPairedSitesWouldBeAskedFirst() {
        api.federation.say(twoNodes().claims());
        Answer begun =
                api.send("POST", "/plans", Role.OPERATOR, body(datasets(DATASET) + alsoAt("bdm://there/shared/later")));
        JsonNode plan = await().until(
                        () -> api.get("/plans/" + begun.text("id")).json(),
                        found -> !found.path("state").asString().equals("RUNNING"));
        JsonNode site = plan.path("replicas").path("sites").path(0);
        assertThat(site.path("tree").asString()).isEqualTo("bdm://there/shared/later");
        assertThat(site.path("files").asLong()).isEqualTo(2);
        assertThat(site.path("bytes").asLong()).isEqualTo(21);
        assertThat(site.path("trouble").asString()).contains("nothing is there yet");
    }

    @Test
    void aPlanCountsWhatIsThereAndWhatNobodyHasAndChangesNothing() throws Exception {
        String name = DATASET.replace(".tas.", ".wap.");
        api.federation.say(new InventedClaims()
                .of(name)
                .original("a.org")
                .file("a.org", "wap_1.nc", 10, sha256(1))
                .file("a.org", "wap_2.nc", 20, sha256(2))
                .claims());
        Path there = home.resolve("data/pool/" + DIRECTORY.replace("/tas/", "/wap/") + "/wap_1.nc");
        Files.createDirectories(there.getParent());
        Files.writeString(there, "0123456789");
        Answer begun = api.send(
                "POST",
                "/plans",
                Role.OPERATOR,
                body(datasets(name, "CMIP6.not.there.v1") + ",\"options\":{\"syncLevel\":\"size\"}"));
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        JsonNode plan = await().until(
                        () -> api.get("/plans/" + begun.text("id")).json(),
                        view -> !view.path("state").asString().equals("RUNNING"));
        assertThat(plan.path("state").asString()).as(plan.toString()).isEqualTo("DONE");
        assertThat(plan.path("files").asLong()).isEqualTo(2);
        assertThat(plan.path("filesSame").asLong()).isEqualTo(1);
        assertThat(plan.path("bytesToMove").asLong()).isEqualTo(20);
        assertThat(plan.path("replicas").path("unknown").path(0).asString()).isEqualTo("CMIP6.not.there.v1");
        assertThat(plan.path("replicas").path("nodes").path(0).path("copies").asLong())
                .isEqualTo(2);
        assertThat(api.get("/replica-sets/" + name).status()).isEqualTo(404);

        Answer nowhere = api.send(
                "POST",
                "/plans",
                Role.OPERATOR,
                body(datasets(name) + ",\"options\":{\"sourcePolicy\":{\"avoidNodes\":[\"a.org\"]}}"));
        JsonNode none = await().until(
                        () -> api.get("/plans/" + nowhere.text("id")).json(),
                        view -> !view.path("state").asString().equals("RUNNING"));
        assertThat(none.path("filesWithoutReplica").asLong())
                .as(none.toString())
                .isEqualTo(2);
    }

    @Test
    void aSearchShowsDatasetsMergedWithTheWarningsOfTheIndexes() {
        api.federation.say(twoNodes().claims(), DOWN);
        JsonNode found = api.get("/search?source_id=INV-ESM,OTHER&text=x").json();
        assertThat(found.path("datasets").size()).as(found.toString()).isEqualTo(1);
        assertThat(found.path("datasets").path(0).path("nodes").size()).isEqualTo(2);
        assertThat(found.path("complete").asBoolean()).isFalse();
        assertThat(found.path("warnings").path(0).path("code").asString()).isEqualTo("UNREACHABLE");
        assertThat(api.federation.asked().get(0).facets()).containsEntry("source_id", List.of("INV-ESM", "OTHER"));

        JsonNode west =
                api.get("/search?source_id=INV-ESM&index=west&type=file").json();
        assertThat(west.path("datasets").path(0).path("nodes").size()).isEqualTo(1);
        assertThat(west.path("files").size()).isEqualTo(2);
        assertThat(west.path("complete").asBoolean()).isTrue();
        assertRefused(api.get("/search?source_id=x&index=north"), 400, "INVALID_REQUEST");
        assertRefused(api.get("/search?type=dataset"), 400, "INVALID_REQUEST");
    }

    @Test
    void aSearchThatFindsMoreThanItsLimitSaysSo() {
        InventedClaims many = new InventedClaims();
        for (int i = 0; i < 5; i++) many.of("CMIP6.a.b.v" + i).dataset("a.org", false, true, false, FACETS);
        api.federation.say(many.claims());
        JsonNode found = api.get("/search?source_id=INV-ESM&limit=3").json();
        assertThat(found.path("datasets").size()).isEqualTo(3);
        assertThat(found.path("complete").asBoolean()).isFalse();
        assertThat(found.path("cut").asString()).contains("more than 3");
    }

    private static void assertRefused(Answer answer, int status, String code) {
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }
}
