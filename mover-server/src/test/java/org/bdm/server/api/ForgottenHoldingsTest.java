package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Holdings that a person lets go of: counted first, then forgotten, with their evidence in the history. */
class ForgottenHoldingsTest {
    private static final String DATASET = "CMIP6.a.b.c.v1";

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

    private static void held(String export, String path, String dataset) {
        HoldingDigest digest = new HoldingDigest(sha256(path), DigestOrigin.STREAM, Instant.EPOCH);
        Holding holding = new Holding(
                new ExportName(export),
                StorePath.ofUtf8(path),
                dataset,
                10,
                Instant.EPOCH,
                HoldingState.VERIFIED,
                Instant.EPOCH,
                List.of(digest),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    private static Answer forget(String what, boolean apply) {
        return api.send(
                "POST",
                "/holdings/forgotten",
                Role.OPERATOR,
                "{" + what + ",\"reason\":\"removed by hand\",\"apply\":" + apply + "}");
    }

    private static long held() {
        return api.get("/holdings").json().path("items").size();
    }

    @Tag("H7")
    @Test
    void aRemovedTreeIsCountedFirstAndThenForgottenWithItsEvidenceInTheHistory() {
        held("data", "tree/a.nc", DATASET);
        held("data", "tree/deep/b.nc", null);
        held("data", "treetop.nc", null);
        String place = "\"place\":\"bdm://here/data/tree\"";
        assertThat(forget(place, false).json().path("files").asInt()).isEqualTo(2);
        assertThat(held()).isEqualTo(3);
        Answer forgotten = forget(place, true);
        assertThat(forgotten.json().path("files").asInt()).isEqualTo(2);
        assertThat(forgotten.json().path("bytes").asInt()).isEqualTo(20);
        assertThat(held()).isEqualTo(1);
        assertThat(api.catalog.holdings().ofDatasets(List.of(DATASET))).isEmpty();
        HistoryEntry entry = api.catalog
                .holdingHistory()
                .of(new ExportName("data"), StorePath.ofUtf8("tree/a.nc"), 0, 10)
                .get(0);
        assertThat(entry.event()).isEqualTo(HistoryEvent.FORGOTTEN);
        assertThat(entry.reason()).isEqualTo("removed by hand");
        assertThat(entry.by()).isNotEmpty();
        assertThat(entry.before().digests().get(0).digest()).isEqualTo(sha256("tree/a.nc"));
        assertThat(forget("\"place\":\"bdm://here/data/treetop.nc\"", true)
                        .json()
                        .path("files")
                        .asInt())
                .isEqualTo(1);
    }

    @Tag("H8")
    @Test
    void holdingsAtAnExportThatIsNoLongerConfiguredCanBeForgotten() {
        held("gone", "x/a.nc", null);
        assertThat(api.get("/attention").body())
                .contains("export 'gone'", "holdings forget bdm://SITE/gone", "--export gone");
        JsonNode listed = api.get("/exports").json().path("items").get(2);
        assertThat(listed.path("name").asString()).isEqualTo("gone");
        assertThat(listed.path("available").asBoolean()).isFalse();
        assertThat(listed.path("problem").asString()).contains("not configured", "1 held file is", "--export gone=");
        assertThat(listed.path("unconfigured").path("files").asInt()).isEqualTo(1);
        Instant started = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        api.purging.start();
        JsonNode noted = api.get("/exports").json().path("items").get(2).path("unconfigured");
        assertThat(Instant.parse(noted.path("since").asString())).isAfterOrEqualTo(started);
        assertThat(api.get("/holdings?export=gone").json().path("items").size()).isEqualTo(1);
        assertThat(forget("\"place\":\"bdm://here/gone\"", true)
                        .json()
                        .path("files")
                        .asInt())
                .isEqualTo(1);
        assertThat(api.get("/attention").body()).doesNotContain("export 'gone'");
        assertThat(api.get("/exports").body()).doesNotContain("\"gone\"");
    }

    @Tag("H7")
    @Test
    void aDatasetIsForgottenAndNothingIsWithoutAReasonOrByAReader() {
        held("data", "v1/a.nc", DATASET);
        String body = "{\"dataset\":\"" + DATASET + "\",\"apply\":true}";
        assertThat(api.send("POST", "/holdings/forgotten", Role.OPERATOR, body).text("detail"))
                .contains("reason");
        assertThat(api.send("POST", "/holdings/forgotten", Role.READER, body).status())
                .isEqualTo(403);
        assertThat(forget("\"dataset\":\"" + DATASET + "\"", true)
                        .json()
                        .path("files")
                        .asInt())
                .isEqualTo(1);
        assertThat(forget("\"place\":\"bdm://there/data\"", true).text("code")).isEqualTo("DESTINATION_NOT_LOCAL");
    }
}
