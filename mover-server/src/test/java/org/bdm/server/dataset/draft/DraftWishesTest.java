package org.bdm.server.dataset.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.ListedQuery;
import org.bdm.server.interchange.entry.PathPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job asks the indexes for all that its draft says, or is refused. */
class DraftWishesTest {
    private static Selection asked(Map<String, String> settings) {
        ListedQuery query = new ListedQuery(Map.of("project", List.of("CMIP6")), Map.of(), List.of(), settings);
        DraftWishes wishes = new DraftWishes(DraftEntries.of(List.of(query)), Endpoint.parse("bdm://here/shared/x"));
        return wishes.read(item -> {}).queries().get(0);
    }

    @Test
    void everySettingOfAQueryNarrowsTheSearch() {
        Selection selection = asked(Map.of(
                "from", "2020-01-01T00:00:00Z",
                "to", "2021-01-01T00:00:00Z",
                "min_version", "v20200101",
                "max_version", "20201231",
                "replica", "false",
                "query", "surface"));
        assertThat(selection.indexedFrom()).contains(Instant.parse("2020-01-01T00:00:00Z"));
        assertThat(selection.indexedTo()).contains(Instant.parse("2021-01-01T00:00:00Z"));
        assertThat(selection.minVersion()).contains("20200101");
        assertThat(selection.maxVersion()).contains("20201231");
        assertThat(selection.replica()).contains(false);
        assertThat(selection.text()).contains("surface");
        assertThat(selection.latest()).contains(true);
        assertThat(selection.retracted()).contains(false);
    }

    @ParameterizedTest
    @CsvSource({"timeslice,197001-198012", "nearest,true", "latest,maybe", "from,yesterday"})
    void aSettingThatNoSearchObeysIsRefusedWithItsLine(String name, String value) {
        assertThatThrownBy(() -> asked(Map.of(name, value)))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("line 1 of the list");
    }

    /** What is wished for; takes the items of files. */
    private static DatasetWishes read(List<? extends ImportedEntry> entries, List<SubmittedItem> items) {
        DraftEntries draft = DraftEntries.of(List.copyOf(entries));
        return new DraftWishes(draft, Endpoint.parse("bdm://here/shared/x")).read(items::add);
    }

    private static ListedFile file(String dataset, String... urls) {
        return new ListedFile(
                "1.nc",
                dataset.isEmpty() ? null : DatasetName.of(dataset),
                null,
                List.of(),
                Stream.of(urls).map(URI::create).toList());
    }

    @Test
    void fileWithAddressesBecomesAnItemAndEverythingElseAWishForItsDataset() {
        List<SubmittedItem> items = new ArrayList<>();
        DatasetWishes wishes = read(
                List.of(
                        file("a.b.c.v1", "https://a.org/1.nc"),
                        file("a.b.c.v2"),
                        new DatasetWish(DatasetName.of("a.b.c.v3"), null)),
                items);
        assertThat(items).extracting(item -> item.source().text()).containsExactly("https://a.org/1.nc");
        assertThat(wishes.names()).containsExactly("a.b.c.v2", "a.b.c.v3");
        assertThat(wishes.queries()).isEmpty();
    }

    @Test
    void entryThatNothingCanBeFetchedForIsRefusedWithItsLine() {
        List<SubmittedItem> items = new ArrayList<>();
        DatasetWish wish = new DatasetWish(DatasetName.of("a.b.c.v3"), null);
        assertThatThrownBy(() -> read(List.of(wish, file("")), items))
                .hasMessageContaining("line 2 of the list: the list tells neither an address nor the dataset");
        PathPair pair = new PathPair("/a/1.nc", "/b/1.nc", false, null);
        assertThatThrownBy(() -> read(List.of(pair), items))
                .hasMessageContaining("line 1 of the list: a pair of paths");
    }

    @Test
    void everyEntryOfALongListIsRead() {
        for (int number : List.of(999, 1_000, 1_001, 2_001)) {
            List<DatasetWish> entries = new ArrayList<>();
            for (int i = 0; i < number; i++) entries.add(new DatasetWish(DatasetName.of("a.b.c.v" + (i + 1)), null));
            assertThat(read(entries, new ArrayList<>()).names()).hasSize(number);
        }
    }

    @Test
    void olderAndWithdrawnVersionsAreAskedForOnlyIfTheListSaysSo() {
        Selection selection = asked(Map.of("latest", "False", "retracted", "TRUE"));
        assertThat(selection.latest()).contains(false);
        assertThat(selection.retracted()).contains(true);
        assertThat(selection.replica()).isEmpty();
    }

    @Test
    void valueWithoutAFacetIsRefused() {
        ListedQuery query = new ListedQuery(Map.of(), Map.of(), List.of("tas"), Map.of());
        assertThatThrownBy(() -> read(List.of(query), new ArrayList<>())).hasMessageContaining("the value 'tas'");
    }
}
