package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteRelation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order the data ports of another site are tried, and which of those that it names may be dialled at all. */
class PeerPortsTest {
    private static final SiteName SITE = new SiteName("b");
    private static final String PAIRED = "balancer.org:8471";

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private final PeerContacts contacts = new PeerContacts(clock);
    private Catalog catalog;
    private PeerPorts ports;

    @BeforeEach
    void open() {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("e".repeat(64))),
                new CatalogSettings(new NodeId("e".repeat(64)), clock, reason -> {}));
        ports = new PeerPorts(catalog, contacts, clock);
        pair();
    }

    private void pair() {
        catalog.sites()
                .put(new Site(SITE, new NodeId("d".repeat(64)), PAIRED, null, SiteRelation.PEER, clock.instant()))
                .join();
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private void told(String... named) {
        catalog.sites().tellDataPorts(SITE, List.of(named)).join();
    }

    private void assertKnown(String... expected) {
        await().untilAsserted(() ->
                assertThat(catalog.sites().dataPorts(SITE).ports()).containsExactly(expected));
    }

    @Test
    void siteThatToldNothingIsDialledWhereItWasPaired() {
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly(PAIRED);
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly(PAIRED);
    }

    @Test
    void sessionsTakeTheNodesInTurnAndThePairedPortLast() {
        told("a:1", "a:2", "a:3");
        List<String> first = List.of("a:2", "a:3", "a:1", PAIRED);
        assertThat(ports.inTurn(SITE, PAIRED)).isEqualTo(first);
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly("a:3", "a:1", "a:2", PAIRED);
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly("a:1", "a:2", "a:3", PAIRED);
        assertThat(ports.inTurn(SITE, PAIRED)).isEqualTo(first);
    }

    @Test
    void pairedPortThatIsANodeTakesItsTurn() {
        told(PAIRED, "a:2");
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly("a:2", PAIRED);
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly(PAIRED, "a:2");
    }

    @Test
    void nodeThatDidNotAnswerComesBehindThePairedPortForAWhile() {
        told("a:1", "a:2");
        ports.missed(SITE, "a:1");
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly("a:2", PAIRED, "a:1");
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly("a:2", PAIRED, "a:1");
        clock.turn(Duration.ofSeconds(31));
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly("a:2", "a:1", PAIRED);
    }

    @Test
    void nodeThatNeverAnswersIsTriedLessAndLessAndOneThatDoesIsTriedAtOnce() {
        told("a:1", "a:2");
        for (int miss = 0; miss < 10; miss++) ports.missed(SITE, "a:1");
        clock.turn(Duration.ofMinutes(15));
        assertThat(ports.inTurn(SITE, PAIRED)).endsWith("a:1");
        clock.turn(Duration.ofMinutes(2));
        assertThat(ports.inTurn(SITE, PAIRED)).endsWith(PAIRED);
        ports.missed(SITE, "a:1");
        ports.answered(SITE, "a:1");
        assertThat(ports.inTurn(SITE, PAIRED)).endsWith(PAIRED);
    }

    @Test
    void whatASiteNamesIsWrittenOnceAndAgainWhenItChanges() {
        ports.told(SITE, List.of("a:1"));
        assertKnown("a:1");
        ports.told(SITE, List.of("a:2"));
        assertKnown("a:1"); // not more often than every 5 s
        clock.turn(Duration.ofSeconds(6));
        ports.told(SITE, List.of("a:2"));
        assertKnown("a:2");
        clock.turn(Duration.ofSeconds(6));
        ports.told(SITE, List.of());
        assertKnown();
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly(PAIRED);
    }

    @Test
    void whatIsToldAgainAfterANewPairingIsWrittenAgain() {
        ports.told(SITE, List.of("a:1"));
        pair();
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly(PAIRED);
        ports.told(SITE, List.of("a:1"));
        assertKnown("a:1");
    }

    @Test
    void oneNameThatIsNoAddressRefusesAll() {
        ports.told(SITE, List.of("a:1", "a,b:2"));
        assertKnown();
    }

    @Test
    void siteElsewhereCannotNameAddressesOfThisHost() {
        told(
                "127.0.0.1:22",
                "[::1]:22",
                "0.0.0.0:22",
                "[::]:22",
                "[::ffff:127.0.0.1]:22",
                "localhost:22",
                "224.0.0.1:22");
        assertThat(ports.inTurn(SITE, PAIRED)).containsExactly(PAIRED);
        assertThat(PeerPorts.usable(List.of("127.0.0.1:2", "224.0.0.1:2"), "127.0.0.1:1"))
                .as("paired on this host")
                .containsExactly("127.0.0.1:2");
    }

    @Test
    void onlyPortsThatAreKnownAreRemembered() {
        told("a:1");
        for (int stranger = 0; stranger < 200; stranger++) ports.missed(SITE, "x:" + (stranger + 1));
        var unused = ports.inTurn(SITE, PAIRED);
        assertThat(contacts.ofPorts(SITE)).isEmpty();
    }
}
