package org.bdm.server.job.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkRuleTest {
    @ParameterizedTest
    @CsvSource({
        "tas/v2/tas.nc, ../files/d2/tas.nc, tas/files/d2/tas.nc",
        "tas/latest, v2, tas/v2",
        "latest, ./v2/, v2",
        "a/b/c, ../.., ''"
    })
    void namesTheTargetOfALinkThatStaysInTheTree(String link, String target, String inTree) {
        assertThat(target(link, target)).contains(StorePath.ofUtf8(inTree));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../../x", "impossible\0/../../../x", "../../a/x", "/", ""})
    void refusesLinksThatLeaveTheTreeEvenIfTheyComeBack(String target) {
        assertThat(target("a/link", target)).isEmpty();
    }

    /** Let d/s lead to the root of the tree: then d/s/../x is outside, whatever the names say. */
    @ParameterizedTest
    @ValueSource(strings = {"d/s/../x", "d/s/../../x", "../d/../x", "./d//../x", "d/.."})
    void refusesLinksThatGoBackBehindANameWhichMayBeALinkItself(String target) {
        assertThat(target("a/link", target)).isEmpty();
    }

    private static Optional<StorePath> target(String link, String target) {
        return LinkRule.targetInTree(StorePath.ofUtf8(link), target.getBytes(StandardCharsets.UTF_8));
    }
}
