package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bdm.core.replica.NodePreference;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.DataNodeRecords;
import org.bdm.server.catalog.site.DataNodeRuleChange;
import org.bdm.server.catalog.site.StagingChange;
import org.bdm.server.catalog.site.StagingRule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The policies of data nodes, of the start and of people, while nothing is restarted. */
class DataNodePoliciesTest {
    private static final String NODE = "esgf.example.org";
    private static final NodePolicy START =
            NodePolicy.NONE.connections(6).token("first").plainToken(true);

    private final Map<String, NodePolicy> start = new HashMap<>(Map.of(NODE, START));
    private final HttpLoops loops = new HttpLoops(1);
    private final HttpNodes nodes = new HttpNodes(
            new HttpSettings("test", 8, new NodePolicies(Map.of()), HttpTiming.USUAL),
            new AddressGuard(List.of()),
            NameResolver.ofSystem(),
            loops,
            new HttpNodes.Environment(InstantSource.system(), System::nanoTime, new Random(1)));
    private OpenCatalog open;
    private DataNodePolicies policies;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
        policies = new DataNodePolicies(open.catalog, nodes, () -> start);
        policies.pass();
    }

    @AfterEach
    void close() {
        nodes.close();
        loops.close();
        open.close();
    }

    private NodePolicy now() {
        policies.pass();
        return nodes.settings().policy(NODE);
    }

    @Test
    void aTokenThatIsRefreshedInItsFileIsSentFromThenOn() {
        assertThat(now()).isEqualTo(START);
        start.put(NODE, START.token("second"));
        assertThat(now().bearerToken()).contains("second");
    }

    @Test
    void settingsOfPeopleWinOverThoseOfTheStartUntilTheyAreRemoved() {
        open.catalog
                .dataNodeRules()
                .set(new DataNodeRuleChange(
                        NODE, 2, NodePreference.LAST, null, null, null, StagingChange.NONE, null, "ana"))
                .join();
        assertThat(now()).isEqualTo(START.connections(2).preference(NodePreference.LAST));
        open.catalog
                .dataNodeRules()
                .set(new DataNodeRuleChange(NODE, 0, null, null, "of people", null, StagingChange.NONE, null, "ana"))
                .join();
        assertThat(now()).isEqualTo(START.preference(NodePreference.LAST).token("of people"));
        assertThat(nodes.node(NODE).preference()).isEqualTo(NodePreference.LAST);
        open.catalog.dataNodeRules().remove(NODE).join();
        assertThat(now()).isEqualTo(START);
        assertThat(nodes.node(NODE).preference()).isEqualTo(NodePreference.USUAL);
    }

    @Test
    void stagingOfPeopleWinsPartByPartOverThatOfTheStart() {
        TapePolicy ofStart = TapePolicy.USUAL.window(7).patience(Duration.ofHours(6));
        start.put(NODE, START.tape(ofStart));
        open.catalog
                .dataNodeRules()
                .set(new DataNodeRuleChange(
                        NODE,
                        null,
                        null,
                        null,
                        null,
                        null,
                        new StagingChange("tape-rest", 60L, null, "/webdav:/pnfs"),
                        null,
                        "ana"))
                .join();
        TapePolicy now = now().tape();
        assertThat(now)
                .isEqualTo(new TapePolicy(
                        TapePolicy.Staging.TAPE_REST,
                        Duration.ofMinutes(1),
                        7,
                        Optional.of(new TapePolicy.PathPrefix("/webdav", "/pnfs"))));
        open.catalog
                .dataNodeRules()
                .set(new DataNodeRuleChange(
                        NODE, null, null, null, null, null, new StagingChange("", 0L, 0, ""), null, "ana"))
                .join();
        assertThat(open.catalog.dataNodeRules().find(NODE).orElseThrow().staging())
                .isEqualTo(StagingRule.NONE);
        assertThat(now().tape()).isEqualTo(ofStart);
    }

    @Test
    void aNodeThatTheStartSaysNothingOfCanHaveSettings() {
        open.catalog
                .dataNodeRules()
                .set(new DataNodeRuleChange(
                        "other.example.org", 3, null, null, null, null, StagingChange.NONE, null, "ana"))
                .join();
        policies.pass();
        assertThat(nodes.settings().policy("other.example.org")).isEqualTo(NodePolicy.NONE.connections(3));
    }

    private void set(String node, Integer connections, String token) {
        open.catalog
                .dataNodeRules()
                .set(new DataNodeRuleChange(
                        node,
                        connections,
                        connections == null ? NodePreference.LAST : null,
                        null,
                        token,
                        null,
                        StagingChange.NONE,
                        null,
                        "ana"))
                .join();
    }

    private NodePolicy at(String host) {
        policies.pass();
        return nodes.settings().policy(host);
    }

    @Test
    @Tag("N8")
    void settingsOfANameThatRecordsUseCountForTheHostThatServesItButItsTokenNeverDoes() {
        set("name.example", null, "a-secret");
        set("name.example", 3, null);
        assertThat(at("127.0.0.1:8099")).isEqualTo(NodePolicy.NONE);
        open.catalog
                .replicaSets()
                .put(DataNodeRecords.set("name.example", "http://127.0.0.1:8099/x/"), Map.of())
                .join();
        assertThat(at("127.0.0.1:8099"))
                .isEqualTo(NodePolicy.NONE.connections(3).preference(NodePreference.LAST));
        assertThat(at("name.example").bearerToken()).contains("a-secret");
        assertThat(open.catalog.events().after(null, 0, 10))
                .anyMatch(event -> event.code().equals("DATA_NODE_ELSEWHERE")
                        && event.text().contains("name.example serves from 127.0.0.1:8099")
                        && !event.text().contains("a-secret"));
    }

    @Test
    @Tag("N8")
    void settingsOfTheHostItselfWinOverThoseOfANameThatRecordsUse() {
        set("name.example", 3, null);
        set("own.example", 5, null);
        for (String host : List.of("own.example", NODE)) {
            open.catalog
                    .replicaSets()
                    .put(DataNodeRecords.set("name.example", "https://" + host + "/"), Map.of())
                    .join();
        }
        assertThat(at("own.example")).isEqualTo(NodePolicy.NONE.connections(5));
        assertThat(at(NODE)).isEqualTo(START);
    }
}
