package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bdm.server.discovery.globus.GlobusAnswer;
import org.bdm.server.discovery.globus.GlobusQuery;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.record.RecordClaims;
import org.junit.jupiter.api.Test;

class GlobusSearchIndexTest {
    private static final String DATASET =
            "{'id':'P.a.b.v1|n1.example.org','type':'Dataset','instance_id':'P.a.b.v1','retracted':false}";
    private static final String FILE = "{'id':'P.a.b.v1.x.nc|n1.example.org','type':'File','title':['x.nc'],"
            + "'dataset_id':'P.a.b.v1|n1.example.org','size':5}";

    private static String page(String more, String... records) {
        String results = java.util.Arrays.stream(records)
                .map(record -> "{'subject':'s','entries':[{'content':" + record + ",'entry_id':null}]}")
                .collect(Collectors.joining(","));
        return ("{'gmeta':[" + results + "],'facet_results':null,'offset':0" + more + "}").replace('\'', '"');
    }

    @Test
    void recordsAreReadFromTheirEnvelope() throws IOException {
        // The same page answers both questions: a record of the other kind is no harm
        Map<String, String> answers = Map.of("/v1/index/u/search", page(",'total':1,'count':1", DATASET));
        try (ScriptedServer server = ScriptedServer.start(answers)) {
            Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(server));

            assertThat(asked.warnings).isEmpty();
            assertThat(asked.datasets)
                    .singleElement()
                    .matches(it -> it.instanceId().equals("P.a.b.v1"));
        }
        assertThat(GlobusAnswer.read(
                                new java.io.ByteArrayInputStream(
                                        page(",'total':1", FILE).getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                                record -> assertThat(record.map(RecordClaims::isFile))
                                        .contains(true))
                        .records())
                .isEqualTo(1);
    }

    @Test
    void manyRecordsAreScrolledAndAMarkerThatLeadsBackIsTold() throws IOException {
        String scrolled = page(
                ",'total':20000,'has_next_page':true,'marker':'m1'",
                IntStream.range(0, 3)
                        .mapToObj(i -> DATASET.replace("a.b", "a.b" + i))
                        .toArray(String[]::new));
        Map<String, String> answers = Map.of(
                "/v1/index/u/search",
                page(",'total':20000,'has_next_page':true", DATASET),
                "/v1/index/u/scroll",
                scrolled);
        try (ScriptedServer server = ScriptedServer.start(answers)) {
            Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(server));

            assertThat(asked.codes()).containsExactly("PAGE_REPEATED");
            assertThat(asked.datasets.stream().map(ClaimedDataset::instanceId).distinct())
                    .hasSize(3);
        }
    }

    @Test
    void theQuestionIsWrittenInFilters() {
        String query = GlobusQuery.datasets(
                        Asked.facets(Map.of("source_id", List.of("CESM*"), "table_id", List.of("Amon,day"))), 10)
                .toString();

        assertThat(query)
                .contains("{\"type\":\"match_any\",\"field_name\":\"table_id\",\"values\":[\"Amon\",\"day\"]}")
                .contains("{\"type\":\"like\",\"field_name\":\"source_id\",\"value\":\"CESM*\"}")
                .contains("{\"type\":\"match_any\",\"field_name\":\"latest\",\"values\":[true]}")
                .doesNotContain("retracted");
    }

    private static IndexSettings settings(ScriptedServer server) {
        return IndexSettings.of(
                "globus", IndexKind.GLOBUS_SEARCH, server.address().resolve("/v1/index/u"));
    }
}
