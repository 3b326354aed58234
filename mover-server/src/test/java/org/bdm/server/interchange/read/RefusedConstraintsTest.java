package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A constraint that is refused refuses the query it belongs to: a query never asks for more than its list does. */
class RefusedConstraintsTest {
    private static final String SELECTION = "project=CMIP6\nexperiment_id=historical\n";
    private static final String SEARCH = "https://i.example/esg-search/search?project=CMIP6&";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filename=tas_Amon.nc",
                "FileName=tas_Amon.nc",
                "filename!=tas_Amon.nc",
                "title=tas_Amon.nc",
                "start=1999",
                "timeslice!=197001-198512",
                "timestamp_left_boundary=2020-01-01T00:00:00Z",
                "nearest=true",
                "limit=5",
                "query!=surface",
                "latest!=maybe",
                "from=yesterday",
                "min_version=newest",
                "source_id=",
                "source_id=MODEL-1 # MODEL-2",
                "source_id=MODEL%zz",
                "source_id==MODEL-1",
                "version>=20200101",
                "ScenarioMIP,=CFMIP",
                "source_id=MODEL\u0001",
                "latest=true\nlatest=false"
            })
    void aLineOfASyndaSelectionThatIsRefusedRefusesTheSelection(String line) {
        for (String selection : List.of(SELECTION + line + "\n", line + "\n" + SELECTION)) {
            Told told = Told.of(selection);
            assertThat(told.format).isEqualTo("synda");
            assertThat(told.entries).as(told.refused.toString()).isEmpty();
            assertThat(told.refused.get(told.refused.size() - 1)).contains("find too much");
        }
    }

    @Test
    void aRefusedLineThatAllLinesOfVariablesShareRefusesEachOfTheirQueries() {
        Told told = Told.of("project=CMIP6\nvariable[Amon]=tas\nfilename=tas.nc\nvariable[Omon]=tos\n");
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).extracting(text -> text.substring(0, 2)).containsExactly("3:", "2:", "4:");
    }

    @Test
    void aRefusedLineOfVariablesIsOneAlternativeLessAndNeverTheWholeProject() {
        Told some = Told.of("project=CMIP6\nvariable[Amon]=tas\nvariable[title=x]=tos\n");
        assertThat(some.entries).hasSize(1);
        assertThat(some.query(0).facets()).containsKey("variable");
        Told none = Told.of("project=CMIP6\nvariable[Amon]=\n");
        assertThat(none.entries).isEmpty();
    }

    @Test
    void aLineThatCannotBeReadRefusesTheSelection() {
        byte[] latin =
                "project=CMIP6\nexperiment_id=caf\u00e9\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(Told.of(latin).entries).isEmpty();
        assertThat(Told.of(SELECTION + "source_id=" + "x,".repeat(200_000) + "\n").entries)
                .isEmpty();
    }

    @Test
    void aFacetInBracketsAndOnItsOwnLineHasToBeBoth() {
        Told told = Told.of("project=CMIP6\nfrequency=day mon\nvariable[atmos][mon]=tas\nvariable[atmos][3hr]=pr\n");
        assertThat(told.entries).hasSize(1);
        assertThat(told.query(0).facets()).containsEntry("frequency", List.of("mon"));
        assertThat(told.refused).singleElement().asString().startsWith("4: ").contains("would find nothing");
    }

    @Test
    void aNegatedFlagIsItsContrary() {
        Told told = Told.of(SELECTION + "replica!=true\nlatest=True\n");
        assertThat(told.query(0).settings()).isEqualTo(Map.of("replica", "false", "latest", "true"));
        assertThat(told.query(0).excluded()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start=1999",
                "end=2001",
                "bbox=%5B0,1,2,3%5D",
                "title=tas.nc",
                "filename=tas.nc",
                "title!=tas.nc",
                "latest!=maybe",
                "latest=true&latest=false",
                "query=a&query=b",
                "query!=a",
                "from=NOW-7DAYS",
                "min_version=x",
                "dataset_id=CMIP6.CMIP.A.B.historical.r1i1p1f1.Amon.tas.gn.v1",
                "radius=3"
            })
    void aParameterOfASearchThatIsRefusedRefusesTheSearch(String parameter) {
        Told told = Told.of(SEARCH + parameter + "\n");
        assertThat(told.entries).as(told.warned.toString()).isEmpty();
        assertThat(told.refused).hasSize(1);
    }

    @Test
    void whatASearchSaysOfItsAnswerIsWarnedOfWhenItCutsTheAnswer() {
        Told told = Told.of(SEARCH + "limit=10&offset=20&format=x\n");
        assertThat(told.entries).hasSize(1);
        assertThat(told.warned).hasSize(2).allMatch(text -> text.contains("everything that the search finds"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  selection: {project: CMIP6, filename: tas.nc}\n",
                "  selection: {project: CMIP6, '!title': tas.nc}\n",
                "  selection: {project: CMIP6, limit: 3}\n",
                "  selection: {project: CMIP6}\n  options: {latest: maybe}\n",
                "  selection: {project: CMIP6}\n  timeslice: 1970-1980\n"
            })
    void aFieldOfAnEsgpullQueryThatIsRefusedRefusesTheQueryAndItsChildren(String fields) {
        Told told = Told.of("aaaa:\n" + fields + "bbbb:\n  tracked: true\n  require: aaaa\n"
                + "  selection: {project: CMIP6, variable_id: tas}\n");
        assertThat(told.format).isEqualTo("esgpull");
        assertThat(told.entries).as(told.warned.toString()).isEmpty();
        assertThat(told.refused).hasSize(2);
    }

    @Test
    void anEsgpullQueryWhoseParentIsNotInTheFileIsRefused() {
        Told told = Told.of("- require: cccc\n  selection: {project: CMIP6}\n");
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).singleElement().asString().contains("find too much");
    }

    @Test
    void exclusionsOfAParentHoldBesidesThoseOfItsChild() {
        Told told = Told.of("aaaa:\n  selection: {project: CMIP6, '!source_id': M1}\n"
                + "bbbb:\n  tracked: true\n  require: aaaa\n  selection: {'!source_id': M2}\n");
        assertThat(told.query(0).excluded()).isEqualTo(Map.of("source_id", List.of("M2", "M1")));
    }

    @Test
    void aRequestOfFacetsThatNamesAFileIsRefusedAndOnesThatAreNegatedExclude() {
        Told told = Told.of("project: CMIP6\nrequests:\n- variable_id: tas\n  filename: tas.nc\n"
                + "- variable_id: pr\n  '!source_id': M1\n  latest: true\n");
        assertThat(told.format).isEqualTo("facet-requests");
        assertThat(told.refused).singleElement().asString().startsWith("3: ");
        assertThat(told.query(0).excluded()).isEqualTo(Map.of("source_id", List.of("M1")));
        assertThat(told.query(0).settings()).isEqualTo(Map.of("latest", "true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"bounds\":[1]", "\"q\":\"words\"", "\"datetime\":\"2020\"", "\"max_version\":3"})
    void aMemberOfAStacSearchThatIsNotKnownRefusesTheSearch(String member) {
        String tas = "{\"op\":\"=\",\"args\":[{\"property\":\"variable_id\"},\"tas\"]}";
        Told told = Told.of("{\"filter\":" + tas + ",\"limit\":10," + member + "}");
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).hasSize(1);
    }
}
