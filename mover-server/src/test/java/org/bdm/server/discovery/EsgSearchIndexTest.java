package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

public class EsgSearchIndexTest {
    private static final String SHA256 = "ab".repeat(32);

    private FakeIndex fake;

    @BeforeEach
    void start() throws IOException {
        fake = FakeIndex.start(0);
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    private IndexSettings settings(int pageRecords, int offsetMax) {
        return settings("north", fake.address(), pageRecords, offsetMax);
    }

    public static IndexSettings settings(String name, URI address, int pageRecords, int offsetMax) {
        return new IndexSettings(
                name,
                IndexKind.ESG_SEARCH,
                address,
                "mover@example.org",
                1000,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                List.of(),
                false,
                pageRecords,
                offsetMax,
                1 << 20,
                Duration.ZERO,
                Optional.empty());
    }

    private static String dataset(String name, String version, String node, String more) {
        return "{'id':'" + name + ".v" + version + "|" + node + "','type':'Dataset','instance_id':'" + name + ".v"
                + version + "','master_id':'" + name + "','version':'" + version + "','data_node':'" + node + "'" + more
                + "}";
    }

    private static String file(String name, String node, String file, String more) {
        return "{'id':'" + name + "." + file + "|" + node + "','type':'File','version':'1','dataset_id':'" + name + "|"
                + node + "','title':'" + file + "','data_node':'" + node + "'" + more + "}";
    }

    @Test
    void datasetsAndFilesAreReadWhetherValuesAreListsOrNot() {
        fake.with(
                dataset(
                        "CMIP6.CMIP.MADE.M1.historical.r1.Amon.tas.gn",
                        "20200101",
                        "DATA.Example.org",
                        ",'project':['CMIP6'],'source_id':'M1','number_of_files':[2],'size':'1234','replica':['false'],"
                                + "'latest':true,'retracted':false,'pid':['hdl:1/2'],'_timestamp':'2026-01-02T03:04:05Z'"),
                file(
                        "CMIP6.CMIP.MADE.M1.historical.r1.Amon.tas.gn.v20200101",
                        "DATA.Example.org",
                        "tas_1.nc",
                        ",'size':[1000],'checksum':['" + SHA256 + "'],'checksum_type':'SHA256','tracking_id':['hdl:3'],"
                                + "'timestamp':'2019-02-03T04:05:06.789Z','source_id':['M1'],'mip_era':'CMIP6',"
                                + "'directory_format_template_':['%(root)s/%(mip_era)s/%(source_id)s/%(version)s'],"
                                + "'url':['globus:11-22/x/tas_1.nc|Globus|Globus',"
                                + "'http://data.example.org/thredds/fileServer/x//tas_1.nc|application/netcdf|HTTPServer']"),
                file(
                        "CMIP6.CMIP.MADE.M1.historical.r1.Amon.tas.gn.v20200101",
                        "DATA.Example.org",
                        "tas_2.nc",
                        ",'size':5.0,'checksum':'sha256:" + SHA256 + "','url':'https://data.example.org/tas_2.nc'"));

        Asked asked = Asked.everything(settings(10, 100));

        assertThat(asked.warnings).isEmpty();
        ClaimedDataset dataset = asked.datasets.get(0);
        assertThat(dataset.instanceId()).isEqualTo("CMIP6.CMIP.MADE.M1.historical.r1.Amon.tas.gn.v20200101");
        assertThat(dataset.dataNode()).isEqualTo("data.example.org");
        assertThat(dataset.files()).isEqualTo(OptionalLong.of(2));
        assertThat(dataset.bytes()).isEqualTo(OptionalLong.of(1234));
        assertThat(dataset.status())
                .isEqualTo(
                        new ClaimedStatus(Optional.of(false), Optional.of(true), Optional.of(false), Optional.empty()));
        assertThat(dataset.facets()).containsEntry("source_id", List.of("M1"));
        assertThat(dataset.indexedAt()).contains(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(asked.files).hasSize(2);
        ClaimedFile first = asked.files.get(0);
        assertThat(first.instanceId()).isEqualTo(dataset.instanceId());
        assertThat(first.size()).isEqualTo(OptionalLong.of(1000));
        assertThat(first.digests()).hasSize(1);
        assertThat(first.locations().get(1))
                .isEqualTo(new ClaimedLocation("http://data.example.org/thredds/fileServer/x//tas_1.nc", "HTTPServer"));
        assertThat(first.localPath()).contains("CMIP6/M1/v20200101/tas_1.nc");
        assertThat(asked.files.get(1).digests()).isEqualTo(first.digests());
        assertThat(asked.files.get(1).size()).isEqualTo(OptionalLong.of(5));
        assertThat(asked.files.get(1).locations().get(0).isHttp()).isTrue();
    }

    @Test
    void aLongAnswerIsReadPageByPage() {
        for (int i = 0; i < 23; i++) fake.with(dataset("P.a.b" + i, "1", "n1.example.org", ""));

        Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(5, 100));

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets).hasSize(23).doesNotHaveDuplicates();
        assertThat(fake.asked()).hasSize(5);
    }

    @Test
    void aTooLongAnswerIsCutByFacetsInsteadOfDeepOffsets() {
        for (int i = 0; i < 60; i++) {
            String facets =
                    ",'source_id':['M" + i % 3 + "'],'variable_id':['v" + i % 20 + "'],'data_node':'n1.example.org'";
            fake.with("{'id':'P.a.b" + i + ".v1|n1.example.org','type':'Dataset'" + facets + "}");
        }

        Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(5, 10));

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets.stream().map(ClaimedDataset::instanceId).distinct())
                .hasSize(60);
        assertThat(fake.asked()).noneMatch(query -> query.matches(".*offset=(1[1-9]|[2-9]\\d).*"));
        assertThat(fake.asked()).anyMatch(query -> query.contains("variable_id=v0&variable_id=v1"));
    }

    @Test
    void whatNoFacetCutsIsCutByTheTimeOfIndexing() {
        for (int i = 0; i < 40; i++) {
            fake.with(
                    dataset("P.a.b" + i, "1", "n1.example.org", ",'_timestamp':'2020-01-01T00:" + (10 + i) + ":00Z'"));
        }

        Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(5, 10));

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets.stream().map(ClaimedDataset::instanceId).distinct())
                .hasSize(40);
    }

    @Test
    void theQuestionIsWrittenInTheWordsOfTheIndex() {
        Selection selection = new Selection(
                Map.of("model", List.of("CESM1(CAM5.1,FV2)", "inmcm4,FIO-ESM"), "source_id", List.of("CESM*")),
                Map.of("table_id", List.of("fx")),
                List.of(),
                Optional.empty(),
                Optional.of(true),
                Optional.of(false),
                Optional.of(false),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
                Optional.empty(),
                Optional.of("20190101"),
                Optional.empty());

        Asked.of(selection, Depth.DATASETS, settings(5, 10));

        assertThat(fake.asked().get(0).split("&"))
                .contains("format=application/solr+json", "type=Dataset", "distrib=false", "latest=true")
                .contains("replica=false", "retracted=false", "table_id!=fx", "min_version=20190101")
                .contains("model=CESM1(CAM5.1,FV2)", "model=inmcm4", "model=FIO-ESM")
                .contains("from=2026-01-01T00:00:00Z", "query=(source_id:CESM*)");
    }

    @Test
    void datasetsAreAskedForByNameInAllTheirSpellings() {
        fake.with(
                dataset("P.a.b", "20200101", "n1.example.org", ""),
                dataset("P.a.b", "20200101", "n2.example.org", ""),
                dataset("P.a.c", "1", "n1.example.org", ""),
                dataset("P.a.c", "2", "n1.example.org", ""),
                dataset("P.a.d", "3", "n1.example.org", ""),
                dataset("P.a.e", "3", "n1.example.org", ""));

        Asked asked = Asked.of(
                Selection.ofDatasets(List.of("P.a.b.v20200101|n2.example.org", "P.a.c", "P.a.d#3")),
                Depth.DATASETS,
                settings(5, 10));

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets.stream().map(dataset -> dataset.instanceId() + "|" + dataset.dataNode()))
                .containsExactlyInAnyOrder(
                        "P.a.b.v20200101|n2.example.org",
                        "P.a.c.v1|n1.example.org",
                        "P.a.c.v2|n1.example.org",
                        "P.a.d.v3|n1.example.org");
    }

    @Test
    void aBridgeIsNotAskedWhatItRefusesAndItsAnswerIsLookedThrough() {
        fake.with(
                dataset("P.a.b", "1", "n1.example.org", ",'retracted':true"),
                dataset("P.a.c", "1", "n1.example.org", ",'retracted':false,'table_id':'fx'"),
                dataset("P.a.d", "1", "n1.example.org", ",'retracted':false,'table_id':'Amon'"));
        IndexSettings bridge = IndexSettings.of("bridge", IndexKind.BRIDGE, fake.address());
        Selection selection = new Selection(
                Map.of(),
                Map.of("table_id", List.of("f*")),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(false),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        Asked asked = Asked.of(selection, Depth.DATASETS, bridge);

        assertThat(asked.datasets)
                .singleElement()
                .matches(dataset -> dataset.masterId().equals("P.a.d"));
        assertThat(fake.asked()).noneMatch(query -> query.contains("retracted") || query.contains("fields"));
        assertThat(fake.asked()).noneMatch(query -> query.contains("distrib") || query.contains("!"));
    }

    @Test
    void aRecordThatCannotBeReadIsCountedAndTheOthersStay() {
        fake.with(
                "{'id':'x','type':'Dataset'}",
                "{'type':'Dataset','instance_id':'P.a.b.v1'}",
                dataset("P.a.c", "1", "n1.example.org", ""));

        Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(5, 10));

        assertThat(asked.datasets).hasSize(1);
        assertThat(asked.codes()).containsExactly("RECORD_UNREADABLE");
        assertThat(asked.warnings.get(0).text()).contains("2 records", "x: it names no version");
        assertThat(asked.warnings.get(0).affectsCompleteness()).isTrue();
    }

    @Test
    void answersOfSeveralIndexesComeTogether() throws IOException {
        try (FakeIndex other = FakeIndex.start(0)) {
            fake.with(dataset("P.a.b", "1", "n1.example.org", ""));
            other.with(dataset("P.a.b", "1", "n2.example.org", ""));

            Asked asked = Asked.everything(settings(5, 10), settings("south", other.address(), 5, 10));

            assertThat(asked.datasets.stream().map(ClaimedDataset::index)).containsExactlyInAnyOrder("north", "south");
        }
    }
}
