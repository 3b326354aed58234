package org.bdm.server.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.discovery.Selection;
import org.bdm.server.interchange.DatasetQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job asks the indexes for all that its draft says, or is refused. */
class DraftWishesTest {
    private static Selection asked(Map<String, String> settings) {
        DatasetQuery query = new DatasetQuery(Map.of("project", List.of("CMIP6")), Map.of(), List.of(), settings);
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
}
