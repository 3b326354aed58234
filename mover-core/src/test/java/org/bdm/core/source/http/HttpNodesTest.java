package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.NodeUser;
import org.bdm.core.source.http.node.NodeView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is known of data nodes, and under which scheme they are asked. */
class HttpNodesTest {
    private static final URI TLS = URI.create("https://a.example/d/f.nc");
    private static final URI PLAIN = URI.create("http://a.example/d/f.nc");

    private final UnaskedNodes unasked = new UnaskedNodes(
            Map.of("lax.example", NodePolicy.NONE.plainHttp(true), "few.example", NodePolicy.NONE.connections(1)));
    private final HttpNodes nodes = unasked.nodes;

    @AfterEach
    void close() {
        unasked.close();
    }

    private static Copy decided(URI location) {
        return new Copy(location, 0).decidedBy(Optional.of(Checksum.ofHex(ChecksumAlgorithm.SHA256, "0".repeat(64))));
    }

    @Test
    void whatWasPublishedWithTlsMayComeWithoutOnlyIfADigestDecidesOrTheNodesPolicySaysSo() {
        assertThat(nodes.mayBePlain(new Copy(PLAIN, 0))).isTrue();
        assertThat(nodes.mayBePlain(new Copy(TLS, 0))).isFalse();
        assertThat(nodes.mayBePlain(decided(TLS))).isTrue();
        assertThat(nodes.mayBePlain(new Copy(URI.create("https://lax.example/f.nc"), 0)))
                .isTrue();
    }

    @Test
    void copiesWithoutTlsAreLeftOutAtHostsThatMustHaveIt() {
        Copy tls = new Copy(TLS, 0);
        Copy plainAtTheSame = new Copy(URI.create("http://A.example.:8080/d/f.nc"), 1);
        Copy plainElsewhere = new Copy(URI.create("http://b.example/d/f.nc"), 2);
        Copy site = Copy.atSite("bdm://there/data/f.nc", 3);
        assertThat(nodes.withTls(List.of(tls, plainAtTheSame, plainElsewhere, site)))
                .containsExactly(tls, plainElsewhere, site);
        assertThat(nodes.withTls(List.of(plainAtTheSame, site))).containsExactly(plainAtTheSame, site);
        assertThat(nodes.withTls(List.of(decided(TLS), plainAtTheSame))).containsExactly(decided(TLS), plainAtTheSame);
    }

    @Test
    void hostThatHasNoTlsIsAskedWithoutForAWhileWhereThatIsAllowed() {
        assertThat(nodes.usual(TLS, true)).isEqualTo(TLS);
        nodes.rememberUsual(TLS, PLAIN);
        assertThat(nodes.usual(TLS, true)).isEqualTo(PLAIN);
        assertThat(nodes.usual(TLS, false)).as("must have TLS").isEqualTo(TLS);
        unasked.turn(Duration.ofDays(30));
        assertThat(nodes.usual(TLS, true)).as("believed for a while only").isEqualTo(TLS);
        nodes.rememberUsual(TLS, PLAIN);
        assertThat(nodes.usual(TLS, true)).as("found again").isEqualTo(PLAIN);
        nodes.forgetUsual(TLS);
        assertThat(nodes.usual(TLS, true)).isEqualTo(TLS);
    }

    @Test
    void hostThatHasTlsIsAskedWithItForEver() {
        nodes.rememberUsual(PLAIN, PLAIN);
        assertThat(nodes.usual(PLAIN, true)).as("the same scheme says nothing").isEqualTo(PLAIN);
        nodes.rememberUsual(PLAIN, TLS);
        assertThat(nodes.usual(PLAIN, true)).isEqualTo(TLS);
        assertThat(nodes.usual(PLAIN, false)).isEqualTo(TLS);
        unasked.turn(Duration.ofDays(30));
        assertThat(nodes.usual(PLAIN, true)).isEqualTo(TLS);
    }

    @Test
    void whatAnEarlierProcessKnewOfANodeHoldsUntilItIsAskedHere() {
        Instant now = nodes.now();
        NodeHistory history = new NodeHistory(
                "a.example",
                Optional.of(new NodeHistory.Rate(5_000_000, now)),
                Optional.of(new NodeHistory.Trouble("was slow", now.plusSeconds(60))));
        nodes.recall(List.of(history));
        assertThat(nodes.history()).as("not asked by this process").isEmpty();
        assertThat(nodes.node("a.example").hadTroubleLately()).isTrue();
        assertThat(nodes.history()).extracting(NodeHistory::node).containsExactly("a.example");
        nodes.node("b.example");
        nodes.recall(List.of(new NodeHistory("b.example", Optional.empty(), history.trouble())));
        assertThat(nodes.node("b.example").hadTroubleLately())
                .as("what is learnt here counts more")
                .isFalse();
        assertThat(nodes.view()).extracting(NodeView::node).containsExactly("a.example", "b.example");
    }

    @Test
    void nodeTakesAsManyConnectionsAsItsPolicySays() {
        List<NodeUser> holders = List.of(NodeUser.usual(), NodeUser.usual(), NodeUser.usual());
        assertThat(holders.stream().filter(nodes.node("few.example")::take)).hasSize(1);
        assertThat(holders.stream().filter(nodes.node("a.example")::take))
                .as("the default of this test")
                .hasSize(2);
    }

    @Test
    void otherSchemeKeepsPathAndUnusualPortAndDropsTheUsualOne() {
        for (String[] pair : new String[][] {
            {"https://a.example/d/f.nc?x=1", "http://a.example/d/f.nc?x=1"},
            {"http://a.example/d/f.nc", "https://a.example/d/f.nc"},
            {"https://a.example:443/f", "http://a.example/f"},
            {"http://a.example:80/f", "https://a.example/f"},
            {"http://a.example:8080/f", "https://a.example:8080/f"},
            {"https://a.example", "http://a.example"},
            {"https://a.example:443", "http://a.example"}
        }) {
            assertThat(HttpOrigin.otherScheme(URI.create(pair[0]))).hasToString(pair[1]);
        }
    }
}
