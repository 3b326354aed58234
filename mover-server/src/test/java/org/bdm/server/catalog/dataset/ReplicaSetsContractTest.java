package org.bdm.server.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.site.DataNodeRuleChange;
import org.bdm.server.catalog.site.StagingChange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ReplicaSetsContractTest {
    private static final String NAME = "CMIP6.CMIP.INV.INV-ESM.historical.r1i1p1f1.Amon.tas.gn.v20190101";
    private static final String DIRECTORY = NAME.replace('.', '/');
    private static final Checksum SHA256 = Checksum.ofHex(ChecksumAlgorithm.SHA256, "ab".repeat(32));
    private static final Checksum MD5 = Checksum.ofHex(ChecksumAlgorithm.MD5, "cd".repeat(16));

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static ReplicaFile file(String name, Optional<String> path) {
        return new ReplicaFile(
                name,
                path,
                OptionalLong.of(100),
                List.of(new ReplicaDigest(SHA256, 2), new ReplicaDigest(MD5, 1)),
                Optional.of("hdl:21.14100/1"),
                Optional.of(Instant.parse("2019-01-01T00:00:00Z")),
                List.of(
                        copy("a.org", "http://a.org//data/v20190101/" + name),
                        copy("b.org", "https://b.org/other?file=" + name + "&x"),
                        new ReplicaCopy("c.org", Optional.empty(), false, Set.of())));
    }

    private static ReplicaCopy copy(String node, String url) {
        return new ReplicaCopy(node, Optional.of(url), true, Set.of(ChecksumAlgorithm.SHA256));
    }

    private static ReplicaClaim claim(String node, String index) {
        return new ReplicaClaim(
                node,
                index,
                Optional.of(true),
                Optional.empty(),
                Optional.of(false),
                Optional.empty(),
                OptionalLong.of(2),
                OptionalLong.empty(),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
                Optional.empty(),
                Optional.empty());
    }

    private static ReplicaSet set(String name, boolean isRetracted, int variants) {
        List<ReplicaVariant> all = new ArrayList<>();
        for (int variant = 0; variant < variants; variant++) {
            all.add(new ReplicaVariant(
                    variant,
                    List.of(
                            file("a.nc", Optional.of(DIRECTORY + "/a.nc")),
                            file("b.nc", Optional.of(DIRECTORY + "/tas/b.nc")),
                            file("c d.nc", Optional.empty()))));
        }
        return new ReplicaSet(
                name,
                "CMIP6",
                !isRetracted,
                isRetracted,
                false,
                Optional.of("hdl:21.14100/2"),
                Optional.of(DIRECTORY),
                all,
                List.of(
                        new ReplicaNode("a.org", true, isRetracted, OptionalInt.of(0), 3, 300),
                        new ReplicaNode("b.org", false, false, OptionalInt.empty(), 0, 0)),
                List.of(claim("a.org", "west"), claim("b.org", "east")),
                List.of(new ReplicaNote(ReplicaNote.Kind.FINDING, "SIZE_DIFFERS", "a.nc", "sizes differ")));
    }

    /** Without the times of seeing, which the catalog adds. */
    private static ReplicaSet unseen(ReplicaSet set) {
        List<ReplicaClaim> claims = set.claims().stream()
                .map(claim -> new ReplicaClaim(
                        claim.node(),
                        claim.index(),
                        claim.replica(),
                        claim.latest(),
                        claim.retracted(),
                        claim.deprecated(),
                        claim.files(),
                        claim.bytes(),
                        claim.indexedAt(),
                        Optional.empty(),
                        Optional.empty()))
                .toList();
        return new ReplicaSet(
                set.instanceId(),
                set.project(),
                set.latest(),
                set.retracted(),
                set.deprecated(),
                set.pid(),
                set.directory(),
                set.variants(),
                set.nodes(),
                claims,
                set.notes());
    }

    @Test
    @Tag("N8")
    void whatAddressesOfANodeBeginWithIsKnown() {
        open.catalog.replicaSets().put(set(NAME, false, 1), Map.of()).join();
        assertThat(open.catalog.replicaSets().basesOf("a.org"))
                .allMatch(base -> base.startsWith("http://a.org//data/"));
        assertThat(open.catalog.replicaSets().basesOf("a.org")).isNotEmpty();
        assertThat(open.catalog.replicaSets().basesOf("nobody.org")).isEmpty();
    }

    @Test
    @Tag("N8")
    void otherHostsOfADataNodeAreLearntOnceAndByTheMigrationOfWhatIsStored() throws IOException {
        Map<String, Set<String>> hosts = Map.of("node.example", Set.of("127.0.0.1:8099", "files.example"));
        for (String base : List.of(
                "http://127.0.0.1:8099/x/",
                "https://FILES.example:443/x/y/",
                "https://node.example/",
                "http://north/x/",
                "https://files.example/z/")) {
            ReplicaSet set = DataNodeRecords.set("node.example", base);
            set = new ReplicaSet(
                    "CMIP6.a" + base.hashCode() + ".v1",
                    set.project(),
                    true,
                    false,
                    false,
                    set.pid(),
                    set.directory(),
                    set.variants(),
                    set.nodes(),
                    set.claims(),
                    set.notes());
            open.catalog.replicaSets().put(set, Map.of()).join();
        }
        assertThat(open.catalog.dataNodeHosts().all()).isEqualTo(hosts);
        String migration;
        try (InputStream file = getClass().getResourceAsStream("/db/migration/common/V93__hosts_of_data_nodes.sql")) {
            migration = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        String insert = migration
                .substring(migration.indexOf("INSERT INTO data_node_host"))
                .replace(";", "");
        int filled = open.database().transact(sql -> {
            sql.update("DELETE FROM data_node_host");
            return sql.update(insert);
        });
        assertThat(filled).isEqualTo(2);
        assertThat(open.catalog.dataNodeHosts().all()).isEqualTo(hosts);
    }

    @Test
    @Tag("N8")
    void noRecordBringsRulesOfItsNameOverASiteOrOverAHostWithSettingsOfItsOwn() {
        ReplicaSet set = DataNodeRecords.set("node.example", "https://files.example/x/");
        open.catalog.replicaSets().put(set, Map.of()).join();
        assertThat(open.catalog.dataNodeHosts().of("NODE.example")).containsExactly("files.example");
        open.database()
                .transact(sql -> sql.update("INSERT INTO site (name, pin, relation, added_at)"
                        + " VALUES ('Files.example', 'x', 0, CURRENT_TIMESTAMP)"));
        assertThat(open.catalog.dataNodeHosts().all()).isEmpty();
        open.database().transact(sql -> sql.update("DELETE FROM site"));
        assertThat(open.catalog.dataNodeHosts().all()).hasSize(1);
        DataNodeRuleChange own =
                new DataNodeRuleChange("files.example", 3, null, null, null, null, StagingChange.NONE, null, "ann");
        open.catalog.dataNodeRules().set(own).join();
        assertThat(open.catalog.dataNodeHosts().all()).isEmpty();
        assertThat(open.catalog.dataNodeHosts().of("node.example")).isEmpty();
    }

    @Test
    @Tag("N8")
    void ofOneNameSoManyHostsAreLearntAndNoMore() {
        List<ReplicaFile> files = new ArrayList<>();
        for (int host = 0; host < 60; host++) {
            files.add(new ReplicaFile(
                    "f" + host,
                    Optional.empty(),
                    OptionalLong.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(copy("node.example", "https://h" + host + ".example/f" + host))));
        }
        ReplicaSet plain = set(NAME, false, 1);
        ReplicaSet many = new ReplicaSet(
                NAME,
                plain.project(),
                true,
                false,
                false,
                plain.pid(),
                plain.directory(),
                List.of(new ReplicaVariant(0, files)),
                plain.nodes(),
                plain.claims(),
                List.of());
        open.catalog.replicaSets().put(many, Map.of()).join();
        assertThat(open.catalog.dataNodeHosts().of("node.example")).hasSize(50);
    }

    @Test
    @Tag("S4")
    void whoClaimsAChecksumIsKeptAndWhatOnlyForgottenIndexesClaimCountsNoMore() {
        ReplicaCopy west = claimed("a.org", Map.of(ChecksumAlgorithm.SHA256, Set.of("west")));
        ReplicaCopy both = claimed(
                "b.org",
                Map.of(ChecksumAlgorithm.SHA256, Set.of("east", "west"), ChecksumAlgorithm.MD5, Set.of("east")));
        ReplicaFile file = new ReplicaFile(
                "a.nc",
                Optional.empty(),
                OptionalLong.of(100),
                List.of(new ReplicaDigest(SHA256, 2), new ReplicaDigest(MD5, 1)),
                Optional.empty(),
                Optional.empty(),
                List.of(west, both));
        ReplicaSet plain = set(NAME, false, 1);
        ReplicaSet set = new ReplicaSet(
                NAME,
                plain.project(),
                true,
                false,
                false,
                plain.pid(),
                plain.directory(),
                List.of(new ReplicaVariant(0, List.of(file))),
                plain.nodes(),
                List.of(claim("a.org", "west"), claim("b.org", "east"), claim("b.org", "west")),
                List.of());
        open.catalog.replicaSets().put(set, Map.of()).join();
        open.reopen();
        assertThat(stored().copies()).containsExactly(west, both);

        open.catalog.withdrawals().dismiss(Set.of("west")).join();
        assertThat(stored().digests()).containsExactly(new ReplicaDigest(SHA256, 2));
        assertThat(stored().copies())
                .containsExactly(west, claimed("b.org", Map.of(ChecksumAlgorithm.SHA256, Set.of("west"))));
        open.catalog.withdrawals().dismiss(Set.of("north")).join();
        assertThat(stored().digests()).isEmpty();
        assertThat(stored().copies())
                .hasSize(2)
                .allSatisfy(copy -> assertThat(copy.saysDigests()).isEmpty());
    }

    private ReplicaFile stored() {
        return open.catalog
                .replicaSets()
                .find(NAME)
                .orElseThrow()
                .set()
                .variants()
                .get(0)
                .files()
                .get(0);
    }

    private static ReplicaCopy claimed(String node, Map<ChecksumAlgorithm, Set<String>> saidBy) {
        return new ReplicaCopy(node, Optional.empty(), Optional.empty(), true, saidBy.keySet(), saidBy);
    }

    @Test
    void aSetIsReadAsItWasWrittenByItsNameInAnyCase() {
        ReplicaSet set = set(NAME, false, 2);
        open.catalog.replicaSets().put(set, Map.of()).join();
        open.reopen();

        StoredReplicaSet stored = open.catalog
                .replicaSets()
                .find(NAME.toLowerCase(java.util.Locale.ROOT))
                .orElseThrow();
        ReplicaSet read = unseen(stored.set());
        assertThat(read.variants()).hasSize(2);
        assertThat(read.withLatest(true)).isEqualTo(withCopiesAt(set, "c.org"));
        assertThat(stored.summary().files()).isEqualTo(3);
        assertThat(stored.summary().bytes()).isEqualTo(300);
        assertThat(open.catalog.replicaSets().find("CMIP6.other.v1")).isEmpty();
    }

    /** The same: c.org is a node of the copies only, and that is enough. */
    private static ReplicaSet withCopiesAt(ReplicaSet set, String node) {
        assertThat(set.variants().get(0).files().get(0).copies())
                .anyMatch(copy -> copy.node().equals(node));
        return set;
    }

    @Test
    void whatIsSaidAgainKeepsItsFirstSightingAndWhatIsNotSaidAgainStays() {
        Instant first = open.catalog
                .replicaSets()
                .put(set(NAME, false, 1), Map.of())
                .join()
                .firstSeen();
        open.clock.turn(Duration.ofDays(1));
        ReplicaSet later = set(NAME, true, 1);
        ReplicaSet onlyWest = new ReplicaSet(
                later.instanceId(),
                later.project(),
                false,
                true,
                false,
                later.pid(),
                later.directory(),
                later.variants(),
                later.nodes(),
                List.of(claim("a.org", "west")),
                later.notes());
        ReplicaSetSummary second =
                open.catalog.replicaSets().put(onlyWest, Map.of()).join();

        assertThat(second.retracted()).isTrue();
        assertThat(second.firstSeen()).isEqualTo(first);
        assertThat(second.lastSeen()).isEqualTo(first.plus(Duration.ofDays(1)));
        List<ReplicaClaim> claims =
                open.catalog.replicaSets().find(NAME).orElseThrow().set().claims();
        assertThat(claims).extracting(ReplicaClaim::index).containsExactly("west", "east");
        assertThat(claims.get(0).lastSeen()).contains(second.lastSeen());
        assertThat(claims.get(1).lastSeen()).contains(first);
    }

    @Test
    void versionsOfADatasetAreFoundAndNoNeighbours() {
        String master = NAME.substring(0, NAME.length() - ".v20190101".length());
        long old = open.catalog
                .replicaSets()
                .put(set(master + ".v1", false, 1), Map.of())
                .join()
                .number();
        open.catalog
                .replicaSets()
                .put(set(master + ".vertical.v1", false, 1), Map.of())
                .join();
        open.catalog.replicaSets().put(set(NAME, false, 1), Map.of(old, false)).join();

        assertThat(open.catalog.replicaSets().versions(master.toUpperCase(java.util.Locale.ROOT)))
                .extracting(ReplicaSetSummary::instanceId, ReplicaSetSummary::latest)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(master + ".v1", false),
                        org.assertj.core.groups.Tuple.tuple(NAME, true));
    }

    @Test
    void pagesWalkThroughAllInTheOrderOfTheirNames() {
        for (int i = 0; i < 25; i++) {
            String name = (i % 2 == 0 ? "CMIP6" : "cmip6") + ".x." + (char) ('a' + i) + ".v1";
            open.catalog
                    .replicaSets()
                    .put(set(name, i % 5 == 0, i % 3 == 0 ? 2 : 1), Map.of())
                    .join();
        }
        assertThat(walk(ReplicaSetQuery.ofPrefix("Cmip6.", null, 4)))
                .hasSize(25)
                .isSortedAccordingTo(
                        (a, b) -> a.toLowerCase(java.util.Locale.ROOT).compareTo(b.toLowerCase(java.util.Locale.ROOT)));
        assertThat(walk(ReplicaSetQuery.ofPrefix("CMIP6.x.b", null, 4))).containsExactly("cmip6.x.b.v1");
        assertThat(walk(new ReplicaSetQuery(
                        "", Optional.of(true), Optional.empty(), Optional.empty(), Optional.of("A.org"), null, 2)))
                .hasSize(5);
        assertThat(walk(new ReplicaSetQuery(
                        "", Optional.empty(), Optional.of(true), Optional.of(true), Optional.empty(), null, 100)))
                .hasSize(7);
        assertThat(walk(new ReplicaSetQuery(
                        "", Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("nowhere"), null, 2)))
                .isEmpty();
    }

    private List<String> walk(ReplicaSetQuery query) {
        List<String> names = new ArrayList<>();
        ReplicaSetQuery next = query;
        while (true) {
            RowPage<ReplicaSetSummary> page = open.catalog.replicaSets().page(next);
            page.rows().forEach(row -> names.add(row.instanceId()));
            if (page.nextCursor() == null) return names;
            next = new ReplicaSetQuery(
                    query.prefix(),
                    query.retracted(),
                    query.latest(),
                    query.divergent(),
                    query.node(),
                    page.nextCursor(),
                    query.rowsMax());
        }
    }
}
