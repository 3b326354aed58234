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
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.testkit.FakeStac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StacIndexTest {
    private static final String HEX = "ab".repeat(32);

    private FakeStac fake;

    @BeforeEach
    void start() throws IOException {
        fake = FakeStac.start(0);
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    private IndexSettings settings() {
        return settings(fake.address());
    }

    private static IndexSettings settings(URI address) {
        IndexSettings usual = IndexSettings.of("stac", IndexKind.STAC, address);
        return new IndexSettings(
                "stac",
                IndexKind.STAC,
                address,
                "",
                1000,
                usual.connectTimeout(),
                Duration.ofSeconds(5),
                List.of(),
                true,
                2,
                10,
                1 << 20,
                Duration.ZERO,
                Optional.empty());
    }

    private static String item(String name, String properties, String assets) {
        return "{'type':'Feature','id':'" + name + "','collection':'CMIP7','properties':{" + properties + "},'assets':{"
                + assets + "}}";
    }

    private static String asset(String file, String more) {
        return "'" + file + "':{'href':'https://one.example.org/x/" + file
                + "','type':'application/netcdf','alternate:name':'one.example.org'" + more + "}";
    }

    @Test
    void anItemIsReadForEachNodeAndItsCopiesInheritSizeAndDigest() {
        fake.with(item(
                "MIP-DRS7.CMIP7.X.M1.tas.v20260101",
                "'cmip7:source_id':'M1','cmip7:realm':['atmos','land'],'cmip7:pid':'hdl:1','size':30,'latest':'True',"
                        + "'retracted':null,'updated':'2026-02-03T04:05:06Z'",
                asset(
                                "tas_1.nc",
                                ",'file:size':10,'file:checksum':'1220" + HEX + "','cmip7:tracking_id':'hdl:2',"
                                        + "'file:local_path':'CMIP7/X/tas_1.nc','alternate':{'two.example.org':{"
                                        + "'href':'https://two.example.org/y/tas_1.nc','alternate:name':'HTTPS'}}")
                        + ",'data0000':{'href':'https://one.example.org/x/tas_2.nc','media_type':'netcdf',"
                        + "'alternate:name':'one.example.org','file:size':'20','file:checksum':'114011'},"
                        + "'globus':{'href':'https://app.globus.org/x','type':'text/html','alternate:name':'one.example.org'},"
                        + "'reference_file':{'href':'https://one.example.org/k.json','type':'application/zip'},"
                        + "'tas_3.nc':{'href':'https://three.example.org/z/tas_3.nc'}"));

        Asked asked = Asked.everything(settings());

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets.stream().map(ClaimedDataset::dataNode))
                .containsExactly("one.example.org", "three.example.org", "two.example.org");
        ClaimedDataset first = asked.datasets.get(0);
        assertThat(first.masterId()).isEqualTo("MIP-DRS7.CMIP7.X.M1.tas");
        assertThat(first.version()).isEqualTo("20260101");
        assertThat(first.project()).isEqualTo("CMIP7");
        assertThat(first.files()).isEqualTo(OptionalLong.of(3));
        assertThat(first.bytes()).isEqualTo(OptionalLong.of(30));
        assertThat(first.pid()).contains("hdl:1");
        assertThat(first.facets()).containsEntry("realm", List.of("atmos", "land"));
        assertThat(first.indexedAt()).contains(Instant.parse("2026-02-03T04:05:06Z"));
        assertThat(first.status().latest()).contains(true);
        assertThat(first.status().retracted()).isEmpty();
        assertThat(asked.datasets.get(2).status().replica()).contains(true);
        assertThat(asked.files.stream().map(file -> file.dataNode() + " " + file.fileName()))
                .containsExactly(
                        "one.example.org tas_1.nc",
                        "two.example.org tas_1.nc",
                        "one.example.org tas_2.nc",
                        "three.example.org tas_3.nc");
        ClaimedFile copy = asked.files.get(1);
        assertThat(copy.size()).isEqualTo(OptionalLong.of(10));
        assertThat(copy.digests()).singleElement().hasToString("SHA-256:" + HEX);
        assertThat(copy.trackingId()).contains("hdl:2");
        assertThat(copy.locations())
                .containsExactly(new ClaimedLocation("https://two.example.org/y/tas_1.nc", "HTTPServer"));
        assertThat(asked.files.get(2).digestsUnread()).containsExactly("114011");
    }

    @Test
    void aRetractedItemWithoutFilesIsStillTold() {
        fake.with(item("MIP-DRS7.CMIP7.X.v1", "'retracted':true,'latest':false", ""));

        Asked asked = Asked.everything(settings());

        assertThat(asked.datasets).singleElement().satisfies(dataset -> {
            assertThat(dataset.status().retracted()).contains(true);
            assertThat(dataset.dataNode()).isEmpty();
        });
    }

    @Test
    void pagesAreFollowedOnTheConfiguredHostOnly() {
        for (int i = 0; i < 5; i++) fake.with(item("MIP-DRS7.CMIP7.X" + i + ".v1", "", asset("a.nc", "")));

        Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings());

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets).hasSize(5);
        assertThat(fake.asked()).hasSize(3);
        assertThat(fake.asked().get(2).path("collections").get(0).asString()).isEqualTo("CMIP7");
    }

    @Test
    void theQuestionIsWrittenInTheWordsOfTheCollection() {
        fake.with(
                item(
                        "MIP-DRS7.CMIP7.A.v1",
                        "'cmip7:source_id':'CESM3','cmip7:table':'a','latest':true",
                        asset("a.nc", "")),
                item("MIP-DRS7.CMIP7.B.v1", "'cmip7:source_id':'CESM3','cmip7:table':'b'", asset("a.nc", "")),
                item("MIP-DRS7.CMIP7.C.v1", "'cmip7:source_id':'M1','cmip7:table':'a'", asset("a.nc", "")),
                item("MIP-DRS7.CMIP7.D.v1", "'cmip7:source_id':'CESM3','latest':'False'", asset("a.nc", "")));
        Selection selection = new Selection(
                Map.of("project", List.of("cmip7"), "source_id", List.of("CESM*")),
                Map.of("table", List.of("b")),
                List.of(),
                Optional.empty(),
                Optional.of(true),
                Optional.empty(),
                Optional.of(false),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        Asked asked = Asked.of(selection, Depth.DATASETS, settings());

        assertThat(asked.datasets.stream().map(ClaimedDataset::masterId)).containsExactly("MIP-DRS7.CMIP7.A");
        assertThat(fake.asked().get(0).toString())
                .contains("\"filter-lang\":\"cql2-json\"")
                .contains("{\"op\":\"like\",\"args\":[{\"property\":\"properties.cmip7:source_id\"},\"CESM%\"]}");
    }

    @Test
    void itemsAreAskedForByName() {
        fake.with(
                item("MIP-DRS7.CMIP7.A.v1", "'base_id':'MIP-DRS7.CMIP7.A'", asset("a.nc", "")),
                item("MIP-DRS7.CMIP7.B.v1", "'base_id':'MIP-DRS7.CMIP7.B'", asset("a.nc", "")),
                item("MIP-DRS7.CMIP7.B.v2", "'base_id':'MIP-DRS7.CMIP7.B'", asset("a.nc", "")));

        Asked asked = Asked.of(
                Selection.ofDatasets(List.of("MIP-DRS7.CMIP7.A.v1", "MIP-DRS7.CMIP7.B")), Depth.FILES, settings());

        assertThat(asked.datasets).hasSize(3);
        assertThat(asked.files).hasSize(3);
    }

    @Test
    void aNextLinkThatLeadsBackEndsWithAWarning() throws IOException {
        String page = "{'features':[" + item("P.A.v1", "", asset("a.nc", ""))
                + "],'numMatched':9,'links':[{'rel':'next','method':'POST','href':'/search','body':{'token':'1'}}]}";
        try (ScriptedServer server = ScriptedServer.start(Map.of(
                "/collections",
                "{'collections':[{'id':'P'}]}".replace('\'', '"'),
                "/search",
                page.replace('\'', '"')))) {
            Asked asked = Asked.of(Asked.open(), Depth.DATASETS, settings(server.address()));

            assertThat(asked.codes()).containsExactly("PAGE_REPEATED");
            assertThat(asked.datasets).isNotEmpty();
        }
    }

    @Test
    void aShorterAnswerThanPromisedIsTold() throws IOException {
        try (ScriptedServer server = ScriptedServer.start(Map.of(
                "/collections",
                "{\"collections\":[{\"id\":\"P\"}]}",
                "/search",
                "{\"features\":[],\"numMatched\":3}"))) {
            assertThat(Asked.of(Asked.open(), Depth.DATASETS, settings(server.address()))
                            .codes())
                    .containsExactly("TRUNCATED");
        }
    }
}
