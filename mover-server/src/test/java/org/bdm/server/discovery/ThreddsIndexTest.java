package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.junit.jupiter.api.Test;

class ThreddsIndexTest {
    private static final String HEAD = "<catalog xmlns='http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0'"
            + " xmlns:xlink='http://www.w3.org/1999/xlink'>";
    private static final String CATALOG = HEAD
            + "<service name='files' serviceType='Compound' base=''>"
            + "<service name='H' serviceType='HTTPServer' base='/thredds/fileServer/'><property name='x' value='y'/></service>"
            + "<service name='G' serviceType='GridFTP' base='gsiftp://gridftp.example.org:2811/'/></service>"
            + "<dataset ID='made.x.y.v3' name='something'><property name='dataset_id' value='made.x.y'/>"
            + "<property name='dataset_version' value='3'/><property name='is_replica' value='true'/>"
            + "<property name='project' value='made'/><property name='model' value='m1'/>"
            + "<dataset ID='made.x.y.v3.a.nc' name='a.nc' urlPath='made/a.nc'><serviceName>H</serviceName>"
            + "<property name='file_id' value='made.x.y.a.nc'/><property name='size' value='123'/>"
            + "<property name='checksum' value='" + "cd".repeat(16) + "'/><property name='checksum_type' value='MD5'/>"
            + "<property name='tracking_id' value='t1'/><property name='mod_time' value='2004-11-04 12:05:42'/>"
            + "<dataSize units='Kbytes'>0.1</dataSize><access urlPath='/ipcc/a.nc' serviceName='G'/></dataset>"
            + "<dataset ID='made.x.y.v3.b.nc' name='b.nc' urlPath='made/b.nc'><serviceName>files</serviceName>"
            + "<dataSize units='bytes'>77</dataSize></dataset>"
            + "<dataset ID='agg' name='agg' urlPath='agg'><property name='aggregation_id' value='agg'/></dataset>"
            + "</dataset></catalog>";

    private static Asked ask(Map<String, String> pages, Selection selection) throws IOException {
        try (ScriptedServer server = ScriptedServer.start(pages)) {
            return Asked.of(
                    selection,
                    Depth.FILES,
                    IndexSettings.of("tds", IndexKind.THREDDS, server.address().resolve("/thredds/catalog.xml")));
        }
    }

    @Test
    void aCatalogIsReadWithItsServicesAndExactSizes() throws IOException {
        Asked asked = ask(Map.of("/thredds/catalog.xml", CATALOG), Asked.open());

        assertThat(asked.warnings).isEmpty();
        ClaimedDataset dataset = asked.datasets.get(0);
        assertThat(dataset.instanceId()).isEqualTo("made.x.y.v3");
        assertThat(dataset.status().replica()).contains(true);
        assertThat(dataset.facets()).containsEntry("model", List.of("m1"));
        assertThat(dataset.dataNode()).isEqualTo("127.0.0.1");
        assertThat(asked.files).hasSize(2);
        ClaimedFile first = asked.files.get(0);
        assertThat(first.size()).isEqualTo(OptionalLong.of(123));
        assertThat(first.digests()).singleElement().hasToString("MD5:" + "cd".repeat(16));
        assertThat(first.modified()).contains(Instant.parse("2004-11-04T12:05:42Z"));
        assertThat(first.locations().get(0).address())
                .matches("http://127\\.0\\.0\\.1:\\d+/thredds/fileServer/made/a\\.nc");
        assertThat(first.locations().get(1))
                .isEqualTo(new ClaimedLocation("gsiftp://gridftp.example.org:2811//ipcc/a.nc", "GridFTP"));
        assertThat(asked.files.get(1).size()).isEqualTo(OptionalLong.of(77));
        assertThat(asked.files.get(1).locations()).hasSize(2);
    }

    @Test
    void otherCatalogsAreFollowedUnlessTheirNameSaysThatTheyAreOfSomethingElse() throws IOException {
        String top = HEAD + "<catalogRef xlink:href='1/made.x.y.v3.xml' name='made.x.y.v3'/>"
                + "<catalogRef xlink:href='1/made.x.z.v1.xml' name='made.x.z.v1'/>"
                + "<catalogRef xlink:href='catalog.xml'/></catalog>";

        Asked asked = ask(
                Map.of("/thredds/catalog.xml", top, "/thredds/1/made.x.y.v3.xml", CATALOG),
                Selection.ofDatasets(List.of("made.x.y.v3")));

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets).hasSize(1);
    }

    @Test
    void aFacetThatTheCatalogDoesNotSayIsNamed() throws IOException {
        Asked asked = ask(Map.of("/thredds/catalog.xml", CATALOG), Asked.facets(Map.of("source_id", List.of("m1"))));

        assertThat(asked.datasets).isEmpty();
        assertThat(asked.codes()).containsExactly("UNSUPPORTED_QUERY");
    }

    @Test
    void nothingOutsideOfTheCatalogIsReadAndNonsenseIsTold() throws IOException {
        for (String broken : List.of(
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><catalog>&e;</catalog>",
                "<!DOCTYPE catalog SYSTEM 'http://127.0.0.1:1/x.dtd'><catalog/>",
                "<catalog>&e;</catalog>",
                "<other/>",
                "<html><body>x</body></html>",
                "no xml",
                CATALOG.substring(0, CATALOG.length() - 30),
                "<catalog>" + "<dataset>".repeat(100))) {
            Asked asked = ask(Map.of("/thredds/catalog.xml", broken), Asked.open());
            assertThat(asked.codes()).as(broken).hasSize(1).isSubsetOf("BROKEN_ANSWER", "TRUNCATED");
        }
    }
}
