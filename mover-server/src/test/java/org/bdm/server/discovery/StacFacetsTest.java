package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.dataset.replica.UnknownFacets;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.testkit.FakeStac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Catalogs name facets otherwise than the DRS does, and write some as lists; the same question has the same answer. */
class StacFacetsTest {
    private FakeStac fake;

    @BeforeEach
    void start() throws IOException {
        fake = FakeStac.start(0);
        fake.with("{'type':'Feature','id':'MIP-DRS7.CMIP7.CMIP.M1.x.v1','collection':'CMIP7','properties':{"
                + "'cmip7:variable_branding_suffix':'tavg-h2m-hxy-u','cmip7:variant_label':'r1i1p1f1',"
                + "'cmip7:activity_id':['CMIP'],'cmip7:realm':['atmos','land'],'cmip7:grid_names':['g1'],'latest':true,"
                + "'retracted':false},'assets':{'a.nc':{'href':'https://one.example.org/a.nc','type':'application/netcdf',"
                + "'alternate:name':'one.example.org'}}}");
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    private IndexSettings settings() {
        IndexSettings usual = IndexSettings.of("stac", IndexKind.STAC, fake.address());
        return new IndexSettings(
                "stac",
                IndexKind.STAC,
                fake.address(),
                "",
                1000,
                usual.connectTimeout(),
                Duration.ofSeconds(5),
                List.of(),
                true,
                10,
                10,
                1 << 20,
                Duration.ZERO,
                Optional.empty());
    }

    private Asked asked(Map<String, List<String>> facets) {
        return Asked.of(Asked.facets(facets), Depth.DATASETS, settings());
    }

    @ParameterizedTest
    @Tag("E2")
    @CsvSource({
        "branding_suffix, tavg-h2m-hxy-u",
        "variable_branding_suffix, tavg-h2m-hxy-u",
        "member_id, r1i1p1f1",
        "variant_label, r1i1p1f1",
        "ensemble, r1i1p1f1"
    })
    void aDatasetIsFoundUnderTheNameOfTheDrsAndUnderThatOfTheCatalog(String facet, String value) {
        assertThat(asked(Map.of("project", List.of("CMIP7"), facet, List.of(value))).datasets)
                .hasSize(1);
        assertThat(asked(Map.of("project", List.of("CMIP7"), facet, List.of("other"))).datasets)
                .isEmpty();
    }

    @ParameterizedTest
    @Tag("E2")
    @CsvSource({"CMIP7", "MIP-DRS7", "mip-drs7"})
    void aProjectIsFoundUnderTheNameOfItsCollectionAndOfItsDrs(String project) {
        assertThat(asked(Map.of("project", List.of(project))).datasets).hasSize(1);
    }

    @Test
    @Tag("E2")
    void aFacetThatTheProjectDoesNotHaveIsSaid() {
        Asked asked = asked(Map.of("project", List.of("CMIP7"), "table_id", List.of("Amon")));
        assertThat(asked.datasets).isEmpty();
        assertThat(asked.warnings).extracting(IndexWarning::code).containsExactly("UNKNOWN_FACET");
        assertThat(asked.warnings.get(0).text()).contains("CMIP7", "'table_id'");
    }

    @Test
    @Tag("E2")
    void aFacetThatAnotherIndexKnowsIsNoReasonToRefuseTheQuery() throws IOException {
        try (FakeIndex other = FakeIndex.start(0)) {
            Asked asked = Asked.of(
                    Asked.facets(Map.of("project", List.of("CMIP7"), "table_id", List.of("Amon"))),
                    Depth.DATASETS,
                    settings(),
                    EsgSearchIndexTest.settings("north", other.address(), 10, 100));
            assertThat(asked.codes()).containsExactly(IndexWarning.FACET_NOT_HERE);
            UnknownFacets.refuse(asked.warnings, false, List.of(Asked.open()));
        }
    }

    @ParameterizedTest
    @Tag("E3")
    @EnumSource(FakeStac.Lists.class)
    void valuesInListsAreFoundWhateverTheCatalogUnderstandsOfLists(FakeStac.Lists lists) {
        fake.lists(lists);
        List<String> project = List.of("CMIP7");
        assertThat(asked(Map.of("project", project, "activity_id", List.of("CMIP"))).datasets)
                .hasSize(1);
        assertThat(asked(Map.of("project", project, "realm", List.of("land"))).datasets)
                .hasSize(1);
        assertThat(asked(Map.of("project", project, "realm", List.of("ocean"))).datasets)
                .isEmpty();
        assertThat(asked(Map.of("project", project, "grid_names", List.of("g1"))).datasets)
                .as("a facet that nobody expects to be a list")
                .hasSize(1);
        assertThat(asked(Map.of("project", project, "activity_id", List.of("CMIP"), "realm", List.of("atmos")))
                        .warnings)
                .isEmpty();
    }

    @Test
    @Tag("E8")
    void aWithdrawnDatasetIsFoundWithRetractedOnesAlone() {
        fake.with(
                "{'type':'Feature','id':'MIP-DRS7.CMIP7.CMIP.M1.y.v1','collection':'CMIP7','properties':{'latest':false,"
                        + "'retracted':true},'assets':{}}");
        fake.with(
                "{'type':'Feature','id':'MIP-DRS7.CMIP7.CMIP.M1.z.v1','collection':'CMIP7','properties':{'latest':false,"
                        + "'retracted':false},'assets':{}}");
        Selection withRetracted = new Selection(
                Map.of("project", List.of("CMIP7")),
                Map.of(),
                List.of(),
                Optional.empty(),
                Optional.of(true),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(Asked.of(withRetracted, Depth.DATASETS, settings()).datasets)
                .extracting(ClaimedDataset::instanceId)
                .containsExactly("MIP-DRS7.CMIP7.CMIP.M1.x.v1", "MIP-DRS7.CMIP7.CMIP.M1.y.v1");
    }
}
