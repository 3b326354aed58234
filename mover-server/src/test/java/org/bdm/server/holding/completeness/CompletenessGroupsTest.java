package org.bdm.server.holding.completeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.holding.completeness.CompletenessState.ABSENT;
import static org.bdm.server.holding.completeness.CompletenessState.COMPLETE;
import static org.bdm.server.holding.completeness.CompletenessState.PARTIAL;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bdm.server.holding.completeness.CompletenessGroups.Counted;
import org.junit.jupiter.api.Test;

/** Datasets counted by a facet and by site. */
class CompletenessGroupsTest {
    private static CompletenessRow row(String variable, CompletenessState... states) {
        return new CompletenessRow(
                "CMIP6.CMIP.INV.INV-ESM.historical.r1i1p1f1.Amon." + variable + ".gn.v1",
                1,
                1,
                true,
                false,
                null,
                Stream.of(states).map(state -> CompletenessCell.of(state, 1)).toList());
    }

    @Test
    void rowsAreCountedByTheValueOfTheFacetAndBySite() {
        CompletenessGroups groups = new CompletenessGroups("variable_id", "here");
        groups.add(new CompletenessMatrix(
                List.of("here", "b.org"),
                List.of(row("tas", COMPLETE, PARTIAL), row("tas", COMPLETE, COMPLETE), row("pr", ABSENT, COMPLETE))));
        assertThat(groups.datasets()).isEqualTo(3);
        assertThat(groups.sites()).containsExactly("here", "b.org");
        assertThat(groups.counted())
                .containsExactly(
                        new Counted("pr", 1, List.of(Map.of(ABSENT, 1), Map.of(COMPLETE, 1))),
                        new Counted("tas", 2, List.of(Map.of(COMPLETE, 2), Map.of(COMPLETE, 1, PARTIAL, 1))));
    }

    @Test
    void siteThatAPageDoesNotNameHasNothingOfItsDatasets() {
        CompletenessGroups groups = new CompletenessGroups("variable_id", "here");
        groups.add(new CompletenessMatrix(List.of("here", "z.org"), List.of(row("tas", PARTIAL, COMPLETE))));
        groups.add(new CompletenessMatrix(List.of("here", "a.org"), List.of(row("tas", PARTIAL, ABSENT))));
        groups.add(new CompletenessMatrix(List.of("here"), List.of(row("pr", PARTIAL))));
        assertThat(groups.datasets()).isEqualTo(3);
        assertThat(groups.sites()).containsExactly("here", "a.org", "z.org");
        assertThat(groups.counted())
                .containsExactly(
                        new Counted("pr", 1, List.of(Map.of(PARTIAL, 1), Map.of(ABSENT, 1), Map.of(ABSENT, 1))),
                        new Counted(
                                "tas",
                                2,
                                List.of(Map.of(PARTIAL, 2), Map.of(ABSENT, 2), Map.of(COMPLETE, 1, ABSENT, 1))));
    }

    @Test
    void nameThatDoesNotTellTheFacetIsCountedUnderNoValue() {
        CompletenessGroups groups = new CompletenessGroups("variable_id", "here");
        CompletenessRow unknown =
                new CompletenessRow("E3SM.ocean.v1", 0, 0, false, false, null, List.of(CompletenessCell.ABSENT));
        groups.add(new CompletenessMatrix(List.of("here"), List.of(unknown)));
        assertThat(groups.counted()).containsExactly(new Counted("", 1, List.of(Map.of(ABSENT, 1))));
    }
}
