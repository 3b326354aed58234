package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.junit.jupiter.api.Test;

class TreesAtSitesTest {
    private static final TreesAtSites TREES =
            TreesAtSites.of("bdm://here/in/root", List.of("bdm://one/out", "bdm://two/data/deep/tree"));

    private static List<String> copiesOf(TreesAtSites trees, String destination) {
        return trees.copiesOf(Endpoint.parse(destination)).stream()
                .map(Endpoint::toString)
                .toList();
    }

    @Test
    void copyHasThePathBelowEachTreeThatTheFileHasBelowTheDestination() {
        assertThat(copiesOf(TREES, "bdm://here/in/root/a/1.nc"))
                .containsExactly("bdm://one/out/a/1.nc", "bdm://two/data/deep/tree/a/1.nc");
        assertThat(copiesOf(TreesAtSites.of("bdm://here/in", List.of("bdm://one/out")), "bdm://here/in/1.nc"))
                .containsExactly("bdm://one/out/1.nc");
    }

    @Test
    void fileThatIsNotBelowTheDestinationHasNoCopies() {
        assertThat(copiesOf(TREES, "bdm://here/other/root/a/1.nc")).isEmpty();
        assertThat(copiesOf(TREES, "bdm://here/in/rooted/1.nc")).isEmpty();
        assertThat(copiesOf(TREES, "bdm://here/in/1.nc")).isEmpty();
        assertThat(copiesOf(TREES, "bdm://here/in/root")).isEmpty();
    }

    @Test
    void jobWithoutOneDestinationOrWithoutTreesHasNone() {
        assertThat(TreesAtSites.of(null, List.of("bdm://one/out"))).isEqualTo(TreesAtSites.NONE);
        assertThat(TreesAtSites.of("bdm://here/in", List.of())).isEqualTo(TreesAtSites.NONE);
        assertThat(copiesOf(TreesAtSites.NONE, "bdm://here/in/1.nc")).isEmpty();
    }

    @Test
    void copyWhosePathWouldBeTooLongIsNotNamed() {
        int names = (StorePath.LENGTH_MAX - "root".length()) / 2;
        String longest = "/x".repeat(names);
        TreesAtSites trees =
                TreesAtSites.of("bdm://here/in/root", List.of("bdm://one/out/root", "bdm://one/out/roots"));
        assertThat(copiesOf(trees, "bdm://here/in/root" + longest)).containsExactly("bdm://one/out/root" + longest);
    }
}
