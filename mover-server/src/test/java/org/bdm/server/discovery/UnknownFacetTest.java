package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.Selection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A facet that nobody has finds nothing, and whoever misspelled one hears of it. */
class UnknownFacetTest {
    private FakeIndex fake;

    @BeforeEach
    void start() throws IOException {
        fake = FakeIndex.start(0)
                .with("{'id':'CMIP6.a.v1|n.example','type':'Dataset','instance_id':'CMIP6.a.v1','master_id':'CMIP6.a',"
                        + "'version':'1','data_node':'n.example','latest':true,'retracted':false,'project':['CMIP6'],"
                        + "'experiment_id':['ssp585'],'own_facet':['x']}");
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    private Asked asked(Map<String, List<String>> facets, Map<String, List<String>> excluded) {
        Selection plain = Asked.facets(facets);
        Selection selection = new Selection(
                facets,
                excluded,
                List.of(),
                Optional.empty(),
                plain.latest(),
                Optional.empty(),
                plain.retracted(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return Asked.of(selection, Depth.DATASETS, EsgSearchIndexTest.settings("north", fake.address(), 10, 100));
    }

    private Asked asked(String facet, String value) {
        return asked(Map.of("project", List.of("CMIP6"), facet, List.of(value)), Map.of());
    }

    @Test
    void aMisspelledFacetThatFindsNothingIsNamedWithTheNearestOneOfTheProject() {
        Asked asked = asked("experimant_id", "ssp585");
        assertThat(asked.datasets).isEmpty();
        assertThat(asked.warnings).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("UNKNOWN_FACET");
            assertThat(warning.text()).contains("'experimant_id'", "'experiment_id'");
            assertThat(warning.affectsCompleteness()).isFalse();
        });
        Asked old = asked(Map.of("project", List.of("CMIP5"), "modle", List.of("x")), Map.of());
        assertThat(old.warnings)
                .singleElement()
                .satisfies(warning -> assertThat(warning.text()).contains("'model'"));
    }

    @Test
    void aFacetThatTheIndexHasIsNoMistake() {
        assertThat(asked("own_facet", "x").datasets).hasSize(1);
        assertThat(asked("own_facet", "x").warnings).isEmpty();
    }

    @Test
    void aFacetThatARecordOfTheIndexHasMayExclude() {
        Asked found = asked(Map.of("project", List.of("CMIP6")), Map.of("own_facet", List.of("y")));
        assertThat(found.datasets).hasSize(1);
        assertThat(found.warnings).isEmpty();
    }

    @Test
    void aKnownFacetThatFindsNothingIsNoMistake() {
        assertThat(asked("experiment_id", "historical").warnings).isEmpty();
        assertThat(asked("time_frequency", "mon").warnings).isEmpty();
    }

    @Test
    void aMisspelledFacetThatExcludesNothingIsNamedThoughMuchIsFound() {
        Asked asked = asked(Map.of("project", List.of("CMIP6")), Map.of("experimant_id", List.of("ssp585")));
        assertThat(asked.codes()).containsExactly("UNKNOWN_FACET");
    }
}
