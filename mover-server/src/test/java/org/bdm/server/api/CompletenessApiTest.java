package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Known datasets, chosen and counted by what their names tell. */
class CompletenessApiTest {
    private static final String IPSL_SSP = "CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v1";
    private static final String IPSL_HIST = "CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Omon.tos.gn.v1";
    private static final String MIROC = "CMIP6.CMIP.MIROC.MIROC6.historical.r1i1p1f1.Amon.tas.gn.v1";
    private static final String OTHER = "E3SM.1_3.G-IAF.1deg.ocean.v1";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
        for (String id : List.of(IPSL_SSP, IPSL_HIST, MIROC, OTHER)) {
            String node = id.equals(MIROC) ? "jp.example" : "fr.example";
            List<ReplicaSet> sets = ReplicaMerge.of(new InventedClaims()
                    .of(id)
                    .original(node)
                    .file(node, "a.nc", 10, InventedClaims.sha256(1))
                    .claims());
            api.catalog.replicaSets().put(sets.get(0), Map.of()).join();
        }
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String facets(String... facets) {
        StringBuilder query = new StringBuilder();
        for (String facet : facets) {
            query.append("&facet=").append(URLEncoder.encode(facet, StandardCharsets.UTF_8));
        }
        return query.toString();
    }

    private static List<String> chosen(String... facets) {
        List<String> ids = new ArrayList<>();
        api.get("/completeness?limit=100" + facets(facets))
                .json()
                .path("rows")
                .forEach(row -> ids.add(row.path("dataset").asString()));
        return ids;
    }

    @Test
    void datasetsAreChosenByTheFacetsOfTheirNames() {
        assertThat(chosen("source_id=IPSL-CM6A-LR")).containsExactly(IPSL_HIST, IPSL_SSP);
        assertThat(chosen("source_id=ipsl-cm6a-lr,MIROC6", "table_id=*mon", "experiment_id!=ssp585"))
                .containsExactly(IPSL_HIST, MIROC);
        assertThat(chosen("project=CMIP6", "activity_id=CMIP", "institution_id=MIROC"))
                .containsExactly(MIROC);
        assertThat(chosen("project=E3SM")).containsExactly(OTHER);
        assertThat(chosen("mip_era=CMIP6", "source_id=nobody")).isEmpty();
    }

    @Test
    void datasetsAreCountedByTheValueOfAFacetAndBySite() {
        Answer answer = api.get("/completeness/groups?by=source_id");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        JsonNode counted = answer.json();
        assertThat(counted.path("datasets").asInt()).isEqualTo(4);
        assertThat(counted.path("sites").toString()).isEqualTo("[\"here\",\"fr.example\",\"jp.example\"]");
        assertThat(counted.path("groups")).hasSize(3);
        JsonNode untold = counted.path("groups").get(0);
        assertThat(untold.path("value").asString()).isEmpty();
        JsonNode ipsl = counted.path("groups").get(1);
        assertThat(ipsl.path("value").asString()).isEqualTo("IPSL-CM6A-LR");
        assertThat(ipsl.path("cells").toString()).isEqualTo("[{\"ABSENT\":2},{\"COMPLETE\":2},{\"ABSENT\":2}]");

        JsonNode fewer = api.get("/completeness/groups?by=table_id" + facets("experiment_id=historical"))
                .json();
        assertThat(fewer.path("datasets").asInt()).isEqualTo(2);
        assertThat(fewer.path("groups").get(0).path("value").asString()).isEqualTo("Amon");
    }

    @Test
    void datasetsAreTheReplicaSetsUnderAnotherName() {
        assertThat(api.get("/datasets?q=cmip6.cmip.").json())
                .isEqualTo(api.get("/replica-sets?q=cmip6.cmip.").json());
        assertThat(api.get("/datasets/" + MIROC)
                        .json()
                        .path("dataset")
                        .path("instanceId")
                        .asString())
                .isEqualTo(MIROC);
        assertThat(api.get("/datasets/" + MIROC + "9").text("code")).isEqualTo("UNKNOWN_DATASET");
    }

    @Test
    void aFacetThatNamesDoNotTellIsRefusedWithThoseThatTheyDo() {
        Answer refused = api.get("/completeness?facet=colour%3Dred");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("'colour'", "source_id", "variable_id");
        assertThat(api.get("/completeness/groups?by=colour").status()).isEqualTo(400);
        assertThat(api.get("/completeness?facet=source_id").status()).isEqualTo(400);
    }
}
