package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.catalog.node.SiteNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which data ports other sites are told. */
class SiteNodesTest {
    private static SiteNode node(int number, String port, String... exports) {
        List<OfferedExport> offered = Arrays.stream(exports)
                .map(export -> new OfferedExport(export, null, false))
                .toList();
        return new SiteNode(
                number,
                new NodeId(String.format("%064x", number)),
                1,
                NodeState.UP,
                Instant.EPOCH,
                Instant.EPOCH,
                new NodeDescription("process", "1", true, true, null, port, offered));
    }

    private static SiteNode controlOnly(int number) {
        return new SiteNode(
                number,
                new NodeId(String.format("%064x", number)),
                1,
                NodeState.UP,
                Instant.EPOCH,
                Instant.EPOCH,
                new NodeDescription("process", "1", true, false, "https://a.org", null, List.of()));
    }

    @Test
    void nodesWithEveryExportAreTold() {
        assertThat(SiteNodes.portsWithAllExports(
                        List.of(node(1, "a.org:1", "x", "y"), node(2, "a.org:2", "x"), node(3, "a.org:3", "y", "x"))))
                .containsExactly("a.org:1", "a.org:3");
    }

    @Test
    void nodeWithoutDataIsNotToldAndLacksNoExport() {
        assertThat(SiteNodes.portsWithAllExports(List.of(controlOnly(1), node(2, "a.org:2", "x"))))
                .containsExactly("a.org:2");
    }

    @Test
    void portThatNobodyCanDialIsNotTold() {
        assertThat(SiteNodes.portsWithAllExports(List.of(
                        node(1, "0.0.0.0:1"), node(2, "m\u00fcnchen.org:2"), node(3, "[::]:3"), node(4, "a.org:4"))))
                .containsExactly("a.org:4");
    }

    @Test
    void atMostAsManyAsAGreetingHoldsAreTold() {
        List<SiteNode> many = IntStream.rangeClosed(1, 70)
                .mapToObj(number -> node(number, "a.org:" + number))
                .toList();
        assertThat(SiteNodes.portsWithAllExports(many)).hasSize(64).contains("a.org:1", "a.org:64");
        String longName = "a" + "b".repeat(240) + ".org:";
        List<SiteNode> longOnes = IntStream.rangeClosed(1, 40)
                .mapToObj(number -> node(number, longName + (1000 + number)))
                .toList();
        assertThat(SiteNodes.portsWithAllExports(longOnes)).hasSize(31);
    }

    @Test
    void aProcessWithoutOthersKeepsNothingOfALookThatNobodyRepeats(@TempDir Path directory) {
        NodeId own = new NodeId("e".repeat(64));
        try (Catalog catalog = Catalog.open(
                TestDatabase.preparedBelow(directory, own),
                new CatalogSettings(own, Clock.systemUTC(), reason -> {}))) {
            assertThat(catalog.nodes().beat()).isEqualTo(NodeState.UP);
            SiteNodes nodes = new SiteNodes(catalog.nodes());
            nodes.lookAgain();
            assertThat(nodes.hasDataNodeFor(List.of("x"))).as("not known").isTrue();
            nodes.look();
            assertThat(nodes.hasDataNodeFor(List.of("x"))).isFalse();
        }
    }
}
