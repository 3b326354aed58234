package org.bdm.server.holding.completeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.testkit.InventedClaims.DATASET;

import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Datasets chosen by the facets that their names tell. */
class NamedFacetsTest {
    private static boolean fits(String... written) {
        return NamedFacets.of(List.of(written)).fit(DATASET);
    }

    private static String prefix(String... written) {
        return NamedFacets.of(List.of(written)).prefix();
    }

    @Test
    void allFacetsHaveToFitAndOfTheValuesOfOneAny() {
        assertThat(fits()).isTrue();
        assertThat(fits("variable_id=tas")).isTrue();
        assertThat(fits("variable_id=pr")).isFalse();
        assertThat(fits("variable_id=pr,tas")).isTrue();
        assertThat(fits("variable_id=pr", "variable_id=tas")).isTrue();
        assertThat(fits("variable_id=tas", "table_id=day")).isFalse();
        assertThat(fits("variable_id=t*", "TABLE_ID=amon")).isTrue();
    }

    @Test
    void nameWithAnUnwantedValueIsNotChosen() {
        assertThat(fits("variable_id!=tas")).isFalse();
        assertThat(fits("variable_id!=pr,tas")).isFalse();
        assertThat(fits("variable_id!=pr")).isTrue();
        assertThat(fits("table_id=Amon", "variable_id!=t*")).isFalse();
    }

    @Test
    void projectIsToldByEveryNameAndAFacetOnlyByThoseOfAKnownProject() {
        NamedFacets e3sm = NamedFacets.of(List.of("project=e3sm"));
        assertThat(e3sm.fit("E3SM.1_3.ocean.v1")).isTrue();
        assertThat(e3sm.fit(DATASET)).isFalse();
        assertThat(NamedFacets.of(List.of("variable_id=ocean")).fit("E3SM.1_3.ocean.v1"))
                .isFalse();
        assertThat(NamedFacets.value("E3SM.1_3.ocean.v1", "project")).contains("E3SM");
        assertThat(NamedFacets.value("E3SM.1_3.ocean.v1", "variable_id")).isEmpty();
        assertThat(NamedFacets.value(DATASET, "source_id")).contains("INV-ESM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"variable_id", "=tas", "variable_id=", "colour=red", "colour!=red", "!=tas"})
    void whatIsNoFacetOfANameIsRefused(String written) {
        assertThatThrownBy(() -> NamedFacets.of(List.of(written)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void refusalNamesTheFacetsThatThereAre() {
        assertThat(NamedFacets.checked(" Source_ID ")).isEqualTo("source_id");
        assertThatThrownBy(() -> NamedFacets.checked("r\u00f6d"))
                .hasMessageContaining("no facet 'r?d', but")
                .hasMessageContaining("source_id");
    }

    @Test
    void namesBeginWithTheSingleValuesOfTheFirstFacets() {
        assertThat(prefix("mip_era=CMIP6", "activity_id=CMIP", "institution_id=INV", "variable_id=tas"))
                .isEqualTo("CMIP6.CMIP.INV.");
        assertThat(prefix("project=CMIP6")).isEqualTo("CMIP6.");
        assertThat(prefix("drs_specs=MIP-DRS7", "mip_era=CMIP7")).isEqualTo("MIP-DRS7.CMIP7.");
        assertThat(prefix("mip_era=CMIP6", "activity_id=CMIP,ScenarioMIP", "institution_id=INV"))
                .isEqualTo("CMIP6.");
        assertThat(prefix("mip_era=CMIP6", "activity_id=C*")).isEqualTo("CMIP6.");
        assertThat(prefix("mip_era=CMIP*")).isEmpty();
        assertThat(prefix("project=E3SM")).isEmpty();
        assertThat(prefix("mip_era!=CMIP6")).isEmpty();
        assertThat(prefix()).isEmpty();
    }
}
