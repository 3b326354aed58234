package org.bdm.server.dataset.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.ListedFile;
import org.junit.jupiter.api.Test;

/** Where files of an imported list go, and from where they are fetched. */
class ListedFileItemsTest {
    private static final String BELOW = "bdm://here/in/root/";
    private static final String URL = "https://a.org/1.nc";

    private static ListedFile file(String path, String dataset, String... urls) {
        return new ListedFile(
                path,
                dataset.isEmpty() ? null : DatasetName.of(dataset),
                7L,
                List.of(sha256(1)),
                Stream.of(urls).map(URI::create).toList());
    }

    private static SubmittedItem item(ListedFile file) {
        return new ListedFileItems(Endpoint.parse("bdm://here/in/root")).of(5, file);
    }

    private static String destination(String path, String dataset, String... urls) {
        return item(file(path, dataset, urls)).destination();
    }

    @Test
    void itemHasWhatTheListSaysAndItsCopiesInTheOrderOfTheList() {
        SubmittedItem item = item(file("x/1.nc", "", URL, "https://b.org/1.nc"));
        assertThat(item.source().text()).isEqualTo(URL);
        assertThat(item.destination()).isEqualTo(BELOW + "x/1.nc");
        assertThat(item.recursive()).isFalse();
        assertThat(item.size()).isEqualTo(7);
        assertThat(item.digests()).containsExactly(sha256(1));
        assertThat(item.copies()).containsExactly(new ItemCopy(URL, 0), new ItemCopy("https://b.org/1.nc", 1));
        ListedFile unknown = new ListedFile("1.nc", null, null, List.of(), List.of(URI.create(URL)));
        assertThat(item(unknown).size()).isEqualTo(SubmittedItem.SIZE_UNKNOWN);
    }

    @Test
    void fileGoesWhereItsDatasetBelongs() {
        assertThat(destination("somewhere/1.nc", DATASET, URL)).isEqualTo(BELOW + DIRECTORY + "/1.nc");
    }

    @Test
    void fileOfADatasetWithoutVersionGoesWhereTheListSays() {
        String master = DatasetName.of(DATASET).masterId();
        assertThat(destination("somewhere/1.nc", master, URL)).isEqualTo(BELOW + "somewhere/1.nc");
    }

    @Test
    void directoriesOfThePathOrOfAnAddressTellWhereTheNameOfADatasetIsCut() {
        String obs = "obs4MIPs.NASA-GSFC.GPCP-V2.3.mon.pr.gn.v20180519";
        String directory = "obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v20180519";
        assertThat(destination("archive/" + directory + "/1.nc", obs, URL)).isEqualTo(BELOW + directory + "/1.nc");
        assertThat(destination("1.nc", obs, "https://a.org/data/" + directory + "/1.nc"))
                .isEqualTo(BELOW + directory + "/1.nc");
        assertThat(destination("1.nc", obs, "https://a.org/" + directory.replace("0519", "0520") + "/1.nc"))
                .as("directories of another dataset tell nothing")
                .isEqualTo(BELOW + "obs4MIPs/" + obs.replace(".v20180519", "/v20180519") + "/1.nc");
    }

    @Test
    void emptyAndOwnDirectoriesOfAPathAreLeftOut() {
        assertThat(destination("/x//./y/1.nc", "", URL)).isEqualTo(BELOW + "x/y/1.nc");
    }

    @Test
    void fileWithoutASafePathFailsUnderItsLine() {
        for (String path : List.of("../1.nc", "a b/1.nc", "/", "", "x/".repeat(1_000) + "1.nc")) {
            SubmittedItem item = item(file(path, "", URL));
            assertThat(item.source()).as(path).isInstanceOf(ItemSource.Nowhere.class);
            assertThat(item.destination()).isEqualTo(BELOW + "unnamed/line-5");
            assertThat(item.size()).isEqualTo(7);
            assertThat(item.source().text()).contains("no safe path", "line 5");
        }
    }

    @Test
    void fileOfADatasetWhoseNameIsNotSafeGoesWhereTheListSaysIfThatIsSafe() {
        assertThat(destination("x/1.nc", "a/../b.c.v1", URL)).isEqualTo(BELOW + "x/1.nc");
        assertThat(item(file("x/a b.nc", DATASET, URL)).source()).isInstanceOf(ItemSource.Nowhere.class);
    }

    @Test
    void addressesThatTheCatalogCannotKeepAreLeftOut() {
        String tooLong = "https://a.org/" + "x".repeat(ItemCopy.LOCATION_LENGTH_MAX);
        assertThat(item(file("1.nc", "", tooLong, URL)).copies()).containsExactly(new ItemCopy(URL, 0));
        SubmittedItem none = item(file("1.nc", "", tooLong));
        assertThat(none.source()).isInstanceOf(ItemSource.Nowhere.class);
        assertThat(none.destination()).isEqualTo(BELOW + "1.nc");
        assertThat(none.source().text()).contains("line 5 are too long");
        List<String> many = new ArrayList<>();
        for (int i = 0; i <= SubmittedItem.COPIES_MAX; i++) many.add("https://a.org/" + i);
        assertThat(item(file("1.nc", "", many.toArray(String[]::new))).copies()).hasSize(SubmittedItem.COPIES_MAX);
    }
}
