package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A selection of Synda asks for what the records of its project hold. */
class SyndaSpellingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"CMIP5", "cmip5", "CORDEX", "CORDEX-Adjust", "GeoMIP", "CMIP6", "CORDEX-CMIP6", "input4MIPs"})
    void aFrequencyOfOneProjectIsOneQueryWhoseNameTheSearchKnows(String project) {
        for (String line : List.of("variable[atmos][mon]=tas", "frequency=mon", "time_frequency=mon")) {
            assertThat(Told.of(line + "\nproject=" + project + "\n").entries).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "project=obs4MIPs\n", "project=CMIP5 CMIP6\n", "project=CMIP*\n"})
    void aFrequencyOfProjectsThatSpellItInTwoWaysIsAskedForInBoth(String project) {
        Told told = Told.of(project + "variable[atmos][mon]=tas\nexperiment=historical\n");
        assertThat(told.entries).hasSize(2);
        assertThat(told.query(0).facets()).containsEntry("frequency", List.of("mon"));
        assertThat(told.query(1).facets())
                .containsEntry("time_frequency", List.of("mon"))
                .doesNotContainKey("frequency");
        assertThat(told.warned).anyMatch(text -> text.contains("Name one project"));
    }

    @Test
    void percentSignsOfValuesAreDecoded() {
        Told told = Told.of("project=ISI-MIP%20Fasttrack\nmodel=CESM1%28CAM5.1%2CFV2%29\nproduct=a+b\n");
        assertThat(told.query(0).facets())
                .isEqualTo(Map.of(
                        "project", List.of("ISI-MIP Fasttrack"),
                        "model", List.of("CESM1(CAM5.1,FV2)"),
                        "product", List.of("a+b")));
    }

    @Test
    void whatOnlySyndaItselfReadsIsLeftOutAndWarnedOf() {
        Told told = Told.of("project=CMIP6\nsource_id=M1\nselection_group=weekly\nlocal_path_anything=x\nPriority=3\n");
        assertThat(told.query(0).facets().keySet()).containsExactlyInAnyOrder("project", "source_id");
        assertThat(told.warned).hasSize(3).allMatch(text -> text.contains("left out"));
    }
}
