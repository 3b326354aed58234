package org.bdm.server.discovery.esgsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.discovery.Asked;
import org.bdm.server.discovery.EsgSearchIndexTest;
import org.bdm.server.discovery.ScriptedServer;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.RecordClaims;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordAnswerTest {
    private static final String NAME = "CMIP6.CMIP.MADE.M1.historical.r1.Amon.tas.gn.v20200101";

    private final List<Optional<IndexRecord>> records = new ArrayList<>();

    private RecordPage read(String text) throws IOException, IndexFailure {
        records.clear();
        return RecordAnswer.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), records::add);
    }

    private static String corpus(String file) throws IOException {
        try (InputStream in = RecordAnswerTest.class.getResourceAsStream("/corpus/discovery/esg-search-xml/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anAnswerInXmlTellsWhatTheSameAnswerInJsonTells() throws Exception {
        String sha256 = "ab".repeat(32);
        RecordPage json = read("{'response':{'numFound':2,'docs':[{'id':'%1$s.tas_1.nc|data.example.org','type':'File',"
                .concat("'dataset_id':'%1$s|data.example.org','title':'tas_1.nc','size':1000,'replica':false,")
                .concat("'checksum':['%2$s'],'checksum_type':['SHA256'],'timestamp':'2019-02-03T04:05:06Z',")
                .concat("'url':['http://data.example.org/x/tas_1.nc|application/netcdf|HTTPServer',")
                .concat("'globus:11/x|Globus|Globus']},")
                .concat("{'id':'a.b.v1|n.example.org','type':'Dataset','project':['P & Q'],'empty':[]}]},")
                .concat("'facet_counts':{'facet_fields':{'source_id':['M1',3,'M2',1]}},")
                .concat("'responseHeader':{'partialResults':true}}")
                .replace('\'', '"')
                .formatted(NAME, sha256));
        List<Optional<IndexRecord>> told = List.copyOf(records);

        RecordPage xml = read(corpus("solr-answer.xml"));

        assertThat(xml).isEqualTo(json);
        assertThat(records).isEqualTo(told);
        assertThat(xml.isPartial()).isTrue();
        assertThat(xml.facets()).containsEntry("source_id", Map.of("M1", 3L, "M2", 1L));
        ClaimedFile file = RecordClaims.file("x", records.get(0).orElseThrow());
        assertThat(file.digests()).hasSize(1);
        assertThat(file.locations()).hasSize(2);
    }

    @Test
    void aRecordAsItIsPublishedIsAClaim() throws Exception {
        assertThat(read(corpus("published-dataset.xml")).found()).isOne();

        ClaimedDataset claim = RecordClaims.dataset("x", records.get(0).orElseThrow());

        assertThat(claim.instanceId()).isEqualTo("made.output.M1.v3");
        assertThat(claim.files()).hasValue(12);
        assertThat(claim.bytes()).hasValue(34);
        assertThat(claim.facets()).containsEntry("variable", List.of("tas", "pr"));
    }

    @Test
    void anAggregationSaysThatItsDatasetIsThereAndNothingOfItsFiles() throws Exception {
        read(corpus("aggregation.xml"));

        ClaimedDataset claim = RecordClaims.dataset("x", records.get(0).orElseThrow());

        assertThat(claim.instanceId()).isEqualTo("made.output.M1.v3");
        assertThat(claim.dataNode()).isEqualTo("n.example.org");
        assertThat(claim.files()).isEmpty();
    }

    @Test
    void aRecordThatIsTooLargeIsToldAsOneAndTheNextIsRead() throws Exception {
        String large = "<field name=\"f\">" + "x".repeat(1 << 20) + "</field>";

        RecordPage page =
                read("<docs><doc>" + large.repeat(5) + "</doc><doc><field name=\"id\">a</field></doc></docs>");

        assertThat(page.records()).isEqualTo(2);
        assertThat(records.get(0)).isEmpty();
        assertThat(records.get(1).orElseThrow().text("id")).contains("a");
    }

    @ParameterizedTest
    @CsvSource({
        "entity.xml, document type or an entity",
        "cut.xml, not well-formed",
        "not-utf-8.xml, not well-formed",
        "page.html, web page"
    })
    void whatIsNoAnswerIsRefusedWithTheReason(String file, String reason) {
        assertThatThrownBy(() -> {
                    try (InputStream in = getClass().getResourceAsStream("/corpus/discovery/esg-search-xml/" + file)) {
                        RecordAnswer.read(in, records::add);
                    }
                })
                .isInstanceOf(IndexFailure.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<error code=\"7\"/>", "<response><lst name=\"responseHeader\"/></response>"})
    void anAnswerWithoutRecordsAndNumberDoesNotSayThatNothingWasFound(String xml) throws Exception {
        assertThat(read(xml).found()).isEqualTo(-1);
    }

    @Test
    void anAnswerThatSaysThatNothingWasFoundIsBelieved() throws Exception {
        assertThat(read("<response><result name=\"response\" numFound=\"0\" start=\"0\"/></response>"))
                .isEqualTo(new RecordPage(0, 0, Map.of(), false));
        assertThat(read("\uFEFF {\"response\":{\"numFound\":0,\"docs\":[]}}").found())
                .isZero();
    }

    @Test
    void anIndexThatAnswersInXmlThoughJsonWasAskedForIsUnderstood() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.start(Map.of("/esg-search/search", corpus("published-dataset.xml")))) {
            Asked asked = Asked.of(
                    Asked.open(),
                    Depth.DATASETS,
                    EsgSearchIndexTest.settings("x", server.address().resolve("/esg-search/search"), 10, 100));

            assertThat(asked.warnings).isEmpty();
            assertThat(asked.datasets).extracting(ClaimedDataset::instanceId).containsExactly("made.output.M1.v3");
        }
    }
}
