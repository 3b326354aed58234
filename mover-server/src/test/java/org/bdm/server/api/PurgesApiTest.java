package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
        assertThat(api.get("/purges").json().path("items")).hasSize(1);
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
    }
}
