package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.DatasetWish;
import org.junit.jupiter.api.Test;

/** What is copied from portals and catalogs of ESGF, as JSON or as addresses. The records are invented. */
class CatalogListsTest {
    private static final String SHA = "ab".repeat(32);
    private static final String ID = "CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn";
    private static final DatasetName DATASET = new DatasetName(ID, "20200101");
    private static final String DIRECTORY = "CMIP6/CMIP/INST/MODEL-1/historical/r1i1p1f1/Amon/tas/gn/v20200101";

    private static final String ITEM = """
            {"type": "Feature", "stac_version": "1.1.0", "id": "%s.v20200101", "collection": "CMIP6",
             "properties": {"latest": true}, "links": [],
             "assets": {
              "globus": {"href": "https://app.globus.org/x", "type": "text/html"},
              "a.nc": {"href": "https://one.example/a.nc", "type": "application/netcdf", "file:size": 7,
               "file:checksum": "1220%s", "file:local_path": "%s/a.nc",
               "alternate": {"two.example": {"href": "https://two.example/a.nc"}, "three": {"href": "gsiftp://x/a.nc"}}},
              "b.nc": {"href": "https://one.example/b.nc", "type": "application/netcdf", "file:checksum": "1340%s"},
              "c.nc": {"href": "https://one.example/c.nc", "type": "application/netcdf", "file:local_path": "../c.nc"}}}
            """.formatted(ID, SHA, DIRECTORY, SHA + SHA);

    private static final String FILE = """
            {"id": "%s.v20200101.a.nc|node.example", "dataset_id": "%s.v20200101|node.example", "type": "File",
             "title": "a.nc", "size": 7, "checksum": ["%s"], "checksum_type": ["SHA256"], "version": "1",
             "url": ["globus:uuid/a.nc|Globus|Globus", "http://node.example/a.nc|application/netcdf|HTTPServer"]}
            """.formatted(ID, ID, SHA);

    private static void isItem(Told told) {
        assertThat(told.format).isEqualTo("catalog-json");
        assertThat(told.entries).hasSize(2);
        assertThat(told.file(0).path()).isEqualTo(DIRECTORY + "/a.nc");
        assertThat(told.file(0).dataset()).isEqualTo(DATASET);
        assertThat(told.file(0).sizeBytes()).isEqualTo(7);
        assertThat(told.file(0).digests().get(0).hex()).isEqualTo(SHA);
        assertThat(told.file(0).urls())
                .extracting(Object::toString)
                .containsExactly("https://one.example/a.nc", "https://two.example/a.nc");
        assertThat(told.file(1).path()).isEqualTo("b.nc");
        assertThat(told.file(1).digests()).isEmpty();
        assertThat(told.warned).singleElement().asString().contains("'b.nc'").contains("taken without");
        assertThat(told.refused).singleElement().asString().contains("'c.nc'").contains("'..'");
    }

    @Test
    void itemsInMessagesOfTheEventStreamAreTakenAndOtherMessagesRefused() {
        String head =
                "{\"metadata\": {\"time\": \"2026-07-21T10:48:14\"}, \"data\": {\"type\": \"STAC\", \"payload\": {";
        String published =
                head + "\"collection_id\": \"CMIP6\", \"method\": \"POST\", \"item\": " + ITEM.strip() + "}}}\n";
        isItem(Told.of(published));
        Told both = Told.of(head + "\"method\": \"PATCH\", \"item_id\": \"x\", \"patch\": {}}}}\n" + published);
        assertThat(both.entries).hasSize(2);
        assertThat(both.refused).hasSize(2);
        assertThat(both.refused.get(0)).startsWith("1: the message publishes nothing");
    }

    @Test
    void xmlThatIsNoMetalinkIsNotTakenForPathsInIt() {
        String record =
                "<doc schema=\"esgf\">\n <field name=\"url\">http://x/CMIP6/a.nc|a|HTTPServer</field>\n</doc>\n";
        assertThatThrownBy(() -> Told.of(record)).hasMessageContaining("the file is XML but not a Metalink");
    }

    @Test
    void aStacItemGivesItsFilesAndTheirCopiesAloneInACollectionAndInAList() {
        isItem(Told.of(ITEM));
        isItem(Told.of("{\"type\":\"FeatureCollection\",\"features\":[" + ITEM + "],\"links\":[{\"rel\":\"next\"}]}"));
        isItem(Told.of("[" + ITEM + "]"));
    }

    @Test
    void anItemWithoutFilesIsAWishForTheDataset() {
        Told told = Told.of("{\"type\":\"Feature\",\"id\":\"" + ID + ".v20200101\",\"assets\":{}}");
        assertThat(told.entries).containsExactly(new DatasetWish(DATASET, null));
        assertThat(told.warned).hasSize(1);
    }

    @Test
    void recordsOfAnIndexAreFilesOrDatasetsWithAndWithoutTheEnvelope() {
        String dataset = "{\"id\":\"" + ID + ".v20200101|node.example\",\"type\":\"Dataset\",\"size\":[8]}";
        String docs = "{\"responseHeader\":{\"status\":0},\"response\":{\"numFound\":2,\"docs\":[" + FILE + ","
                + dataset + "]},\"facet_counts\":{}}";
        String globus = "{\"gmeta\":[{\"subject\":\"x\",\"entries\":[{\"content\":" + FILE + "}]},{\"entries\":[{"
                + "\"content\":" + dataset + ",\"entry_id\":null}]}],\"total\":2}";
        String lines = FILE.replace("\n", " ") + "\n" + dataset + "\n";
        for (String list : List.of(docs, globus, lines, "[" + FILE + "," + dataset + "]")) {
            Told told = Told.of(list);
            assertThat(told.refused).isEmpty();
            assertThat(told.entries).hasSize(2);
            assertThat(told.file(0).path()).isEqualTo("a.nc");
            assertThat(told.file(0).dataset()).isEqualTo(DATASET);
            assertThat(told.file(0).sizeBytes()).isEqualTo(7);
            assertThat(told.file(0).digests().get(0).hex()).isEqualTo(SHA);
            assertThat(told.file(0).urls()).extracting(Object::toString).containsExactly("http://node.example/a.nc");
            assertThat(told.entries.get(1)).isEqualTo(new DatasetWish(DATASET, "node.example"));
        }
    }

    @Test
    void aListOfIdsAsJsonIsAListOfDatasets() {
        Told told = Told.of("[\"" + ID + ".v20200101\",\n \"" + ID + "\",\n \"no id\", 7]");
        assertThat(told.entries).hasSize(2);
        assertThat(told.refused).extracting(text -> text.substring(0, 2)).containsExactly("3:", "3:");
    }

    @Test
    void aSearchOfStacBecomesFacets() {
        Told told = Told.of("""
                {"collections": ["CMIP6"], "limit": 100, "filter-lang": "cql2-json", "filter": {"op": "and", "args": [
                  {"op": "in", "args": [{"property": "properties.cmip6:variable_id"}, ["tas", "pr"]]},
                  {"op": "=", "args": [{"property": "properties.cmip6:table_id"}, "Amon"]},
                  {"op": "like", "args": [{"property": "cmip6:source_id"}, "MODEL%"]},
                  {"op": "not", "args": [{"op": "in", "args": [{"property": "cmip6:experiment_id"}, ["ssp126"]]}]},
                  {"op": "<>", "args": [{"property": "cmip6:grid_label"}, "gr"]},
                  {"op": "=", "args": [{"property": "properties.latest"}, true]}]}}
                """);
        assertThat(told.refused).isEmpty();
        assertThat(told.query(0).facets())
                .isEqualTo(Map.of(
                        "project", List.of("CMIP6"),
                        "variable_id", List.of("tas", "pr"),
                        "table_id", List.of("Amon"),
                        "source_id", List.of("MODEL*")));
        assertThat(told.query(0).excluded())
                .isEqualTo(Map.of("experiment_id", List.of("ssp126"), "grid_label", List.of("gr")));
        assertThat(told.query(0).settings()).isEqualTo(Map.of("latest", "true"));
        assertThat(Told.of("{\"ids\":[\"" + ID + ".v20200101\"],\"collections\":[\"CMIP6\"]}").entries)
                .containsExactly(new DatasetWish(DATASET, null));
    }

    @Test
    void aSearchThatFacetsCannotSayIsRefusedAndNeverMadeWider() {
        String tas = "{\"op\":\"=\",\"args\":[{\"property\":\"variable_id\"},\"tas\"]}";
        for (String search : List.of(
                "{\"op\":\"or\",\"args\":[" + tas + "," + tas + "]}",
                "{\"op\":\"and\",\"args\":[" + tas + "," + tas + "]}",
                "{\"op\":\">\",\"args\":[{\"property\":\"version\"},\"1\"]}",
                "{\"op\":\"=\",\"args\":[{\"property\":\"variable_id\"}]}",
                "{\"op\":\"=\",\"args\":[{\"property\":\"latest\"},\"maybe\"]}",
                "{\"op\":\"like\",\"args\":[{\"property\":\"a\"},\"b_c\"]}",
                "{\"filter\":" + tas + ",\"bbox\":[1,2,3,4]}",
                "{\"filter\":" + tas + ",\"filter-lang\":\"cql2-text\"}",
                "{\"filter\":" + tas + ",\"ids\":[\"" + ID + "\"]}",
                "{\"filter\":{\"op\":\"and\",\"args\":[]}}")) {
            Told told = Told.of(search);
            assertThat(told.entries).as(search).isEmpty();
            assertThat(told.refused).as(search).hasSize(1);
        }
    }

    @Test
    void jsonThatBreaksOffKeepsWhatCameBefore() {
        Told told = Told.of("[" + FILE + ",\n" + FILE + ",\n{\"id\": \"x");
        assertThat(told.entries).hasSize(2);
        assertThat(told.refused).singleElement().asString().contains("ends here");
        assertThat(Told.of("{}").refused).hasSize(1);
        assertThat(Told.of("[]").refused).hasSize(1);
        assertThat(Told.of("{\"a\":".repeat(5000)).refused)
                .singleElement()
                .asString()
                .contains("ends here");
        assertThat(Told.of("[\"" + "x".repeat(1 << 20) + "\"]").refused).hasSize(1);
        assertThat(Told.of("{\"a\":[" + "\"b\",".repeat(5 << 20)).refused)
                .singleElement()
                .asString()
                .contains("longer than");
    }

    @Test
    void anAddressOfASearchIsItsQuestion() {
        Told told = Told.of(
                "https://index.example/esg-search/search?project=CMIP6&source_id=CESM1(CAM5.1,FV2),M2&variable_id!=pr"
                        + "&latest=True&limit=10&format=application%2Fsolr%2Bjson&query=near+surface&from=2020-01-01T00:00:00Z\n"
                        + "http://index.example/esg-search/wget?variable=tas&limit=1999&experiment=rcp45&experiment=rcp85\n"
                        + "https://bridge.example/esgf-1-5-bridge?type=File&dataset_id=" + ID
                        + ".v20200101%7Cnode.example\n");
        assertThat(told.format).isEqualTo("search-addresses");
        assertThat(told.refused).isEmpty();
        assertThat(told.query(0).facets())
                .isEqualTo(Map.of("project", List.of("CMIP6"), "source_id", List.of("CESM1(CAM5.1,FV2)", "M2")));
        assertThat(told.query(0).excluded()).isEqualTo(Map.of("variable_id", List.of("pr")));
        assertThat(told.query(0).settings())
                .isEqualTo(Map.of("latest", "true", "query", "near surface", "from", "2020-01-01T00:00:00Z"));
        assertThat(told.query(1).facets()).containsEntry("experiment", List.of("rcp45", "rcp85"));
        assertThat(told.entries.get(2)).isEqualTo(new DatasetWish(DATASET, "node.example"));
        assertThat(told.warned).extracting(text -> text.substring(0, 8)).containsExactly("1: limit", "2: limit");
    }

    @Test
    void anAddressThatAsksForEverythingOrForNothingIsRefused() {
        Told told = Told.of("https://i.example/search?limit=10\nhttps://i.example/search?project=\n"
                + "https://i.example/search?activeFacets=%7B%7D\nhttps://i.example/search?a=%zz\n"
                + "https://i.example/search?latest=maybe\nhttps://user@i.example/search?a=b\n"
                + "https://i.example/search?project=CMIP6\nftp://i.example/a\n");
        assertThat(told.entries).hasSize(1);
        assertThat(told.refused).hasSize(7);
    }
}
