package org.bdm.server.site.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.Access;
import org.bdm.core.serve.AccessCheck;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.core.wire.Frame;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.DataNodeRecords;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.site.access.LinkReading;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of one catalog that hear of a change, and what a banned site meets. */
class OpeningsTest {
    private static final SiteName SOUTH = new SiteName("south");
    private static final SiteName NORTH = new SiteName("north");

    @TempDir
    Path directory;

    private final TurnedClock clock = new TurnedClock();
    private Catalog catalog;
    private Openings openings;
    private int changes;

    @BeforeEach
    void open() {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(directory, new NodeId("a".repeat(64))),
                new CatalogSettings(new NodeId("a".repeat(64)), clock, reason -> {}));
        openings = new Openings(catalog, SOUTH, clock);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private void ban(String place) {
        catalog.placeRules()
                .ban(place, "broken files", clock.instant().plusSeconds(60), "ana")
                .join();
    }

    @Test
    void eachProcessHearsOfAChangeWithItsNextPassAndOnlyOnce() {
        Openings other = new Openings(catalog, SOUTH, clock);
        openings.onChange(() -> changes++);
        openings.pass();
        other.pass();
        catalog.placeRules()
                .setWindows("north", List.of("daily 18:00-20:00 UTC"), "ana")
                .join();
        assertThat(other.closureOf("north")).isEmpty();
        for (int pass = 0; pass < 3; pass++) {
            openings.pass();
            other.pass();
        }
        assertThat(openings.closureOf("north")).isPresent().isEqualTo(other.closureOf("north"));
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void aLookKnowsAChangeBeforeThePassThatTellsIt() {
        openings.onChange(() -> changes++);
        openings.pass();
        ban("north");
        openings.look();
        assertThat(openings.isBanned("north")).isTrue();
        assertThat(changes).isEqualTo(1);
        openings.pass();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    @Tag("N8")
    void banAndWindowsOfANameThatRecordsUseCountForTheHostThatServesIt() {
        ban("node.example");
        catalog.placeRules()
                .setWindows("slow.example", List.of("daily 18:00-20:00 UTC"), "ana")
                .join();
        openings.pass();
        assertThat(openings.closureOf("127.0.0.1:8099")).isEmpty();
        catalog.replicaSets()
                .put(DataNodeRecords.set("Node.example", "http://127.0.0.1:8099/data/"), Map.of())
                .join();
        catalog.replicaSets()
                .put(DataNodeRecords.set("slow.example", "https://files.example:443/"), Map.of())
                .join();
        openings.pass();
        assertThat(openings.isBanned("node.example")).isTrue();
        assertThat(openings.closureOf("127.0.0.1:8099").orElseThrow().toString())
                .contains("127.0.0.1:8099 serves files of node.example, which is banned");
        assertThat(openings.closureOf("files.example")).isPresent();
        assertThat(openings.closureOf("other.example")).isEmpty();
        catalog.placeRules().unban("node.example").join();
        openings.pass();
        assertThat(openings.isBanned("127.0.0.1:8099")).isFalse();
    }

    @Test
    @Tag("N8")
    void banNeverReachesASiteThatARecordNamesAsItsHost() {
        ban("node.example");
        catalog.replicaSets()
                .put(DataNodeRecords.set("node.example", "http://north/data/"), Map.of())
                .join();
        openings.pass();
        assertThat(openings.isBanned("north")).isFalse();
    }

    @Test
    void whatAListenerCouldNotDoIsTriedAgain() {
        openings.onChange(() -> {
            if (changes++ == 0) throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "gone");
        });
        assertThatThrownBy(openings::pass).isInstanceOf(MoverException.class);
        openings.pass();
        openings.pass();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void ofSeveralPlacesOneThatIsOpenIsEnoughAndElseTheFirstThatOpensCounts() {
        ban("north");
        catalog.placeRules()
                .setWindows("east", List.of("daily 18:00-20:00 UTC"), "ana")
                .join();
        openings.pass();
        assertThat(openings.closureOfAll(List.of("north", "west"))).isEmpty();
        assertThat(openings.closureOfAll(List.of("north", "east")).orElseThrow().opensAt())
                .isEqualTo(clock.instant().plusSeconds(60));
        assertThat(openings.closureOfAll(List.of())).isEmpty();
    }

    @Test
    void aBannedSiteIsNeitherServedNorAskedUntilItsBanEnds() {
        Instant expiry = clock.instant().plus(Duration.ofHours(1));
        Access granted = new Access(NORTH, Map.of(), new Access.Limits(1, 1), expiry);
        AccessCheck access = new UnbannedAccess(
                new AccessCheck() {
                    @Override
                    public Access check(Frame.Hello hello, PeerIdentity peer) {
                        return granted;
                    }

                    @Override
                    public Access renew(Frame.Hello hello, byte[] ticket, PeerIdentity peer) {
                        return granted;
                    }
                },
                openings);
        UnbannedSources sources = new UnbannedSources(
                (site, export, job, prefixes, links) -> {
                    throw new MoverException(ErrorCode.UNKNOWN_SITE, "asked " + site);
                },
                openings);
        openings.pass();
        assertThat(access.check(null, null)).isSameAs(granted);
        ban("north");
        openings.pass();
        assertThatThrownBy(() -> access.check(null, null))
                .hasMessage("the other site has banned 'north'; ask its administrator");
        assertThatThrownBy(() -> access.renew(null, new byte[0], null))
                .hasMessageContaining("has banned")
                .hasMessageNotContaining("broken files");
        assertThatThrownBy(() -> connect(sources)).hasMessageContaining("north is banned at this site, south, by ana");
        clock.turn(Duration.ofSeconds(61));
        assertThat(access.check(null, null)).isSameAs(granted);
        assertThatThrownBy(() -> connect(sources)).hasMessage("asked north");
    }

    private static void connect(UnbannedSources sources) {
        var unused =
                sources.connect(NORTH, new ExportName("data"), null, List.of(StorePath.ROOT), LinkReading.AS_LINKS);
    }
}
