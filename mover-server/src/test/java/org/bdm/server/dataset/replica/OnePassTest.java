package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.testkit.FakeStac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalog whose items bring their files is asked once for a query. */
class OnePassTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path home;

    private HeldTree tree;
    private FakeStac fake;
    private FakeStac second;

    @BeforeEach
    void start() throws IOException {
        tree = new HeldTree(home);
        fake = FakeStac.start(0);
        second = FakeStac.start(0);
    }

    @AfterEach
    void stop() {
        fake.close();
        second.close();
        tree.close();
    }

    private static String item(int number, String assets) {
        return "{'type':'Feature','id':'CMIP6.CMIP.M1.e.r" + number + ".v20200101','collection':'CMIP6','properties':{"
                + "'cmip6:source_id':'M1','base_id':'CMIP6.CMIP.M1.e.r" + number
                + "','latest':true,'retracted':false},'assets':{" + assets + "}}";
    }

    private static String file(String node, String more) {
        return "'a.nc':{'href':'https://" + node + "/a.nc','type':'application/netcdf','alternate:name':'" + node
                + "','file:size':7" + more + "}";
    }

    private static IndexSettings settings(String name, URI address) {
        IndexSettings usual = IndexSettings.of(name, IndexKind.STAC, address);
        return new IndexSettings(
                name,
                IndexKind.STAC,
                address,
                "",
                1_000,
                usual.connectTimeout(),
                Duration.ofSeconds(30),
                List.of(),
                true,
                100,
                1_000,
                16 << 20,
                Duration.ZERO,
                Optional.empty());
    }

    private List<ReplicaSet> resolved(Map<String, List<String>> facets, IndexSettings... indexes) {
        ConfiguredFederation federation = ConfiguredFederation.of(List.of(indexes), new AddressGuard(List.of()), CLOCK);
        List<ReplicaSet> given = new ArrayList<>();
        Resolved resolved = new DatasetResolver(federation, tree.catalog)
                .resolve(
                        new DatasetWishes(List.of(), List.of(Selection.ofFacets(facets))),
                        Keeping.FORGOTTEN,
                        given::add);
        assertThat(resolved.warnings()).isEmpty();
        assertThat(resolved.unknown()).isEmpty();
        return given;
    }

    @Test
    @Tag("E9")
    void aQueryOverThirtyTwoPagesTakesThirtyTwoRequests() {
        for (int i = 0; i < 3_103; i++) fake.with(item(i, file("one.example.org", "")));
        List<ReplicaSet> sets = resolved(Map.of("project", List.of("CMIP6")), settings("stac", fake.address()));
        assertThat(sets)
                .hasSize(3_103)
                .allMatch(set -> set.variants().get(0).files().size() == 1);
        assertThat(fake.asked()).hasSize(32);
    }

    @Test
    @Tag("E9")
    void aQueryForOneNodeStillTellsOfTheCopiesElsewhere() {
        String copy =
                ",'alternate':{'two.example.org':{'href':'https://two.example.org/a.nc','alternate:name':'two.example.org'}}";
        fake.with(item(1, file("one.example.org", copy)));
        List<ReplicaSet> sets = resolved(
                Map.of("project", List.of("CMIP6"), "data_node", List.of("two.example.org")),
                settings("stac", fake.address()));
        assertThat(sets.get(0).nodes())
                .extracting(node -> node.name())
                .containsExactlyInAnyOrder("one.example.org", "two.example.org");
        assertThat(fake.asked()).hasSize(1);
    }

    @Test
    @Tag("E9")
    void whatOneCatalogTellsWholeIsAskedOfTheOthersAlone() {
        fake.with(item(1, file("one.example.org", "")));
        second.with(item(1, file("two.example.org", "")).replace("'latest':true", "'latest':false"));
        List<ReplicaSet> sets = resolved(
                Map.of("project", List.of("CMIP6")),
                settings("stac", fake.address()),
                settings("east", second.address()));
        assertThat(sets.get(0).nodes()).hasSize(2);
        assertThat(fake.asked()).hasSize(1);
        assertThat(second.asked()).as("the query finds nothing, then by name").hasSizeGreaterThan(1);
    }

    @Test
    @Tag("E9")
    void aNameWithoutVersionIsFoundInACatalogWithItsFiles() {
        fake.with(item(1, file("one.example.org", "")), item(2, file("one.example.org", "")));
        ConfiguredFederation federation =
                ConfiguredFederation.of(List.of(settings("stac", fake.address())), new AddressGuard(List.of()), CLOCK);
        List<ReplicaSet> given = new ArrayList<>();
        DatasetWishes wishes = new DatasetWishes(List.of("CMIP6.CMIP.M1.e.r2"), List.of());
        Resolved resolved =
                new DatasetResolver(federation, tree.catalog).resolve(wishes, Keeping.FORGOTTEN, given::add);
        assertThat(resolved.unknown()).isEmpty();
        assertThat(given).extracting(ReplicaSet::instanceId).containsExactly("CMIP6.CMIP.M1.e.r2.v20200101");
        assertThat(fake.asked()).hasSize(1);
    }
}
