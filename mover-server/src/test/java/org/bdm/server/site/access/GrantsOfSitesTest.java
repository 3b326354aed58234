package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.SiteRelation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site reads what was granted to it, and nothing beside it. */
class GrantsOfSitesTest {
    private static final SiteName OWN = new SiteName("a");
    private static final SiteName PEER = new SiteName("b");
    private static final ExportName DATA = new ExportName("data");
    private static final ExportName OTHER = new ExportName("other");

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private Catalog catalog;
    private GrantsOfSites grants;

    @BeforeEach
    void open() {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("a".repeat(64))),
                new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {}));
        LocalExports exports = new LocalExports(List.of(
                new LocalExports.Export(DATA, "memory", new MemoryStore()),
                new LocalExports.Export(OTHER, "memory", new MemoryStore())));
        grants = new GrantsOfSites(catalog, exports, OWN);
        catalog.sites()
                .put(new Site(
                        PEER,
                        new NodeId("b".repeat(64)),
                        "b.example.org:8471",
                        null,
                        SiteRelation.PEER,
                        clock.instant()))
                .join();
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private void grant(ExportName export, GrantVerb verb, String... prefixes) {
        catalog.sites()
                .grant(
                        PEER,
                        Arrays.stream(prefixes)
                                .map(prefix -> new SiteGrant(PEER, export, StorePath.ofUtf8(prefix), verb))
                                .toList())
                .join();
    }

    private List<String> readable(ExportName export, String wanted) {
        StorePath path = wanted.isEmpty() ? StorePath.ROOT : StorePath.ofUtf8(wanted);
        return grants.readable(PEER, export, path).stream()
                .map(each -> each.toString().substring(1))
                .toList();
    }

    @Test
    void withoutAGrantNothingIsReadable() {
        assertThat(readable(DATA, "")).isEmpty();
        assertThat(readable(DATA, "cmip6")).isEmpty();
    }

    @Test
    void whatLiesBelowAGrantIsReadableAsAWhole() {
        grant(DATA, GrantVerb.READ, "cmip6");
        assertThat(readable(DATA, "cmip6")).containsExactly("cmip6");
        assertThat(readable(DATA, "cmip6/x/y")).containsExactly("cmip6/x/y");
    }

    @Test
    void aboveGrantsOnlyTheGrantedPartsAreReadable() {
        grant(DATA, GrantVerb.READ, "cmip6/x", "cmip6/y", "cordex");
        assertThat(readable(DATA, "cmip6")).containsExactlyInAnyOrder("cmip6/x", "cmip6/y");
        assertThat(readable(DATA, "")).containsExactlyInAnyOrder("cmip6/x", "cmip6/y", "cordex");
    }

    @Test
    void whatLiesBesideAGrantIsNotReadable() {
        grant(DATA, GrantVerb.READ, "cmip6");
        assertThat(readable(DATA, "cordex")).isEmpty();
        assertThat(readable(DATA, "cmip60")).isEmpty();
        assertThat(readable(OTHER, "cmip6")).as("of another export").isEmpty();
    }

    @Test
    void exportThatIsNotOfferedAnyMoreIsNotReadable() {
        grant(new ExportName("gone"), GrantVerb.READ, "cmip6");
        assertThat(readable(new ExportName("gone"), "cmip6")).isEmpty();
        assertThat(grants.readable(OWN, new ExportName("gone"), StorePath.ROOT)).isEmpty();
    }

    @Test
    void grantOfOneSiteIsNoneOfAnother() {
        grant(DATA, GrantVerb.READ, "cmip6");
        assertThat(grants.readable(new SiteName("c"), DATA, StorePath.ofUtf8("cmip6")))
                .isEmpty();
    }

    @Test
    void ownSiteReadsAllOfItsExports() {
        assertThat(grants.readable(OWN, DATA, StorePath.ofUtf8("x"))).containsExactly(StorePath.ofUtf8("x"));
    }
}
