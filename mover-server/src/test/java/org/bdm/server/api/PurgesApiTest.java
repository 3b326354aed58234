package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Plans of removal over REST: one file of a withdrawn dataset in the export "data". */
class PurgesApiTest {
    private static final String DATASET = "CMIP6.a.b.c.v1";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Path file = Files.writeString(api.data.resolve("a.nc"), "a");
        Instant modified = Files.getLastModifiedTime(file).toInstant();
        Holding holding = new Holding(
                new ExportName("data"),
                StorePath.ofUtf8("a.nc"),
                DATASET,
                1,
                modified,
                HoldingState.UNVERIFIED,
                Instant.EPOCH,
                List.of(),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
        api.catalog
                .replicaSets()
                .put(
                        new ReplicaSet(
                                DATASET,
                                "CMIP6",
                                false,
                                true,
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of()),
                        Map.of())
                .join();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static JsonNode awaited(String id, String state) {
        return await().until(
                        () -> api.get("/purges/" + id).json(),
                        plan -> plan.path("state").asString().equals(state));
    }

    @Test
    void aPlanIsMadeByAnOperatorLookedAtByAllAndAppliedByAnAdministrator() {
        JsonNode held =
                api.get("/holdings?dataset=" + DATASET).json().path("items").get(0);
        assertThat(held.path("state").asString()).isEqualTo("RETRACTED");
        assertThat(held.path("mark").path("reason").asString()).isEqualTo("withdrawn");

        assertThat(api.send("POST", "/purges", Role.READER, "{}").status()).isEqualTo(403);
        Answer begun = api.send("POST", "/purges", Role.OPERATOR, "{\"prefix\":\"cmip6.a\"}");
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String id = begun.text("id");
        assertThat(awaited(id, "OPEN").path("files").asInt()).isEqualTo(1);
        JsonNode dataset =
                api.get("/purges/" + id + "/datasets").json().path("items").get(0);
        assertThat(dataset.path("dataset").asString()).isEqualTo(DATASET);
        JsonNode file = api.get("/purges/" + id + "/files").json().path("items").get(0);
        assertThat(file.path("path").asString()).isEqualTo("a.nc");
        assertThat(file.path("outcome").asString()).isEqualTo("PENDING");

        assertThat(api.send("POST", "/purges/" + id + "/apply", Role.OPERATOR, null)
                        .status())
                .isEqualTo(403);
        assertThat(api.data.resolve("a.nc")).exists();
        Answer applied = api.send("POST", "/purges/" + id + "/apply", Role.ADMIN, null);
        assertThat(applied.status()).as(applied.body()).isEqualTo(202);
        assertThat(awaited(id, "APPLIED").path("removedFiles").asInt()).isEqualTo(1);
        assertThat(api.data.resolve("a.nc")).doesNotExist();
        assertThat(api.get("/purges").body()).contains("\"id\":\"" + id + "\"");
    }

    private static String mirror(String kind, String item, String more) {
        return SubmitTest.job(kind, item).replace("\"items\"", "\"options\":{\"delete\":true" + more + "},\"items\"");
    }

    @Tag("H12")
    @Test
    void aMirrorPlanIsShownWithTheJobNeedsAttentionAndIsAppliedRestoredAndEmptied() throws IOException {
        Path mirrored = Files.createDirectories(api.data.resolve("m/d"));
        Files.writeString(mirrored.resolve("b"), "bb");
        Files.writeString(mirrored.resolve("c"), "c");
        Files.writeString(api.data.resolve("m/a"), "a");
        String item = SubmitTest.item("bdm://there/shared/m", "bdm://here/data/m");
        Answer submitted = api.send("POST", "/jobs", Role.OPERATOR, mirror("TREE", item, ""));
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(201);
        assertThat(submitted.json().path("mirror").path("state").asString()).isEqualTo("WAITING");
        ListedJob job = new ListedJob(api.catalog, submitted.text("id"))
                .list("a")
                .same(0)
                .endMirror();
        api.purging.look();
        JsonNode plan = await().until(
                        () -> api.get("/jobs/" + job.id).json().path("mirror"),
                        found -> found.path("state").asString().equals("PLANNED"));
        String id = plan.path("plan").asString();
        assertThat(plan.path("files").asInt()).isEqualTo(2);
        assertThat(plan.path("bytes").asInt()).isEqualTo(3);
        JsonNode shown = api.get("/purges/" + id).json();
        assertThat(shown.path("mirror").path("confirmCount").asInt()).isEqualTo(2);
        assertThat(shown.path("mirror").path("largest").get(0).path("path").asString())
                .isEqualTo("m/d");
        JsonNode needed = api.get("/attention/mirror-plan-" + id).json();
        assertThat(needed.path("text").asString()).contains("more than half");
        assertThat(needed.path("command").asString()).isEqualTo("bdm-client purge --show " + id);

        String apply = "/purges/" + id + "/apply";
        assertThat(api.send("POST", apply, Role.ADMIN, null).text("detail")).contains("--confirm-count 2");
        assertThat(api.send("POST", apply, Role.ADMIN, "{\"confirmCount\":2}").status())
                .isEqualTo(202);
        assertThat(awaited(id, "APPLIED").path("removedFiles").asInt()).isEqualTo(2);
        assertThat(mirrored).isEmptyDirectory();
        assertThat(api.get("/attention/mirror-plan-" + id).status()).isEqualTo(404);
        assertThat(api.get("/purges/" + id).json().path("quarantinedBytes").asInt())
                .isEqualTo(3);
        assertThat(quarantined()).containsExactly(id + " m/d/b", id + " m/d/c");
        assertThat(api.send("POST", "/purges/" + id + "/restore", Role.OPERATOR, null)
                        .status())
                .isEqualTo(403);
        assertThat(api.send("POST", "/purges/" + id + "/restore", Role.ADMIN, null)
                        .status())
                .isEqualTo(202);
        awaited(id, "RESTORED");
        assertThat(mirrored.resolve("b")).hasContent("bb");
        assertThat(api.send("POST", "/purges/" + id + "/empty", Role.ADMIN, null)
                        .status())
                .isEqualTo(202);
        awaited(id, "EMPTIED");
        assertThat(mirrored.resolve("c")).hasContent("c");
    }

    /** Who keeps each file of the quarantine, and its place; one page for each. */
    private static List<String> quarantined() {
        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = api.get("/quarantine?limit=1" + cursor).json();
            page.path("items")
                    .forEach(kept -> found.add(
                            kept.path("by").asString() + " " + kept.path("path").asString()));
            cursor = page.path("nextCursor").isNull()
                    ? null
                    : "&cursor=" + page.path("nextCursor").asString();
        } while (cursor != null);
        return found;
    }

    @Test
    void onlyATreeWhoseListingTellsAllIsAMirror() {
        String item = SubmitTest.item("bdm://there/shared/m", "bdm://here/data/other");
        for (String body : List.of(
                mirror("FILE", item, ""),
                mirror("BATCH", item, ""),
                mirror("TREE", item, ",\"symlinks\":\"follow\""),
                mirror("TREE", item, ",\"symlinks\":\"skip\""))) {
            Answer refused = api.send("POST", "/jobs", Role.OPERATOR, body);
            assertThat(refused.status()).as(body).isEqualTo(400);
            assertThat(refused.text("code")).isEqualTo("INVALID_REQUEST");
            assertThat(refused.text("detail")).contains("delete");
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(api.send("POST", "/purges", Role.OPERATOR, "{\"state\":\"VERIFIED\"}")
                        .text("code"))
                .isEqualTo("INVALID_REQUEST");
        assertThat(api.send("POST", "/purges", Role.OPERATOR, "{\"export\":\"none\"}")
                        .text("code"))
                .isEqualTo("UNKNOWN_EXPORT");
        assertThat(api.get("/purges/purge-99").status()).isEqualTo(404);
        assertThat(api.send("POST", "/quarantine/restorations", Role.OPERATOR, "{\"dataset\":\"a.b.v1\"}")
                        .text("code"))
                .isEqualTo("NOT_FOUND");
        assertThat(api.get("/quarantine").json().path("items")).isEmpty();
        assertThat(api.send("POST", "/purges/purge-99/restore", Role.ADMIN, null)
                        .status())
                .isEqualTo(404);
    }
}
