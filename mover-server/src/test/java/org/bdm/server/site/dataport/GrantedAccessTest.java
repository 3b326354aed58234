package org.bdm.server.site.dataport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.Grant;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.identity.Ticket;
import org.bdm.core.identity.TicketSigner;
import org.bdm.core.identity.TicketVerifier;
import org.bdm.core.serve.Access;
import org.bdm.core.serve.BenchStore;
import org.bdm.core.serve.ServeOptions;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.PeerTrust;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a ticket opens at the data port. */
class GrantedAccessTest {
    private static final SiteName OWN = new SiteName("a");
    private static final SiteName PEER = new SiteName("b");
    private static final ExportName DATA = new ExportName("data");
    private static final String SESSION = "session-1";

    @TempDir
    Path directory;

    private final Clock clock = Clock.systemUTC();
    private final SecureRandom random = new SecureRandom();
    private NodeKey ownKey;
    private NodeKey peerKey;
    private Catalog catalog;
    private PeerTrust trust;
    private LocalExports exports;
    private GrantedAccess access;

    @BeforeEach
    void open() {
        ownKey = NodeKey.loadOrCreate(directory.resolve("own.pem"), clock, random);
        peerKey = NodeKey.loadOrCreate(directory.resolve("peer.pem"), clock, random);
        catalog = Catalog.open(
                TestDatabase.preparedBelow(directory, ownKey.node()),
                new CatalogSettings(ownKey.node(), clock, reason -> {}));
        exports = new LocalExports(List.of(
                new LocalExports.Export(DATA, "memory", new MemoryStore()),
                new LocalExports.Export(new ExportName("other"), "memory", new MemoryStore())));
        trust = new PeerTrust(catalog, OWN, ownKey.node(), clock);
        access = access(true);
        catalog.sites()
                .put(new Site(PEER, peerKey.node(), "b.example.org:8471", null, SiteRelation.PEER, clock.instant()))
                .join();
        trust.reload();
    }

    private GrantedAccess access(boolean givesBenches) {
        return new GrantedAccess(
                new TicketVerifier(OWN, trust, clock),
                trust,
                new GrantsOfSites(catalog, exports, OWN),
                exports,
                new PeerContacts(clock),
                givesBenches);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private void grant(String... prefixes) {
        catalog.sites()
                .grant(
                        PEER,
                        java.util.Arrays.stream(prefixes)
                                .map(prefix -> new SiteGrant(PEER, DATA, StorePath.ofUtf8(prefix), GrantVerb.READ))
                                .toList())
                .join();
    }

    private byte[] ticket(NodeKey signer, SiteName issuer, NodeId shownBy, String export, String prefix) {
        return ticket(
                signer, issuer, shownBy, new Grant(new ExportName(export), StorePath.ofUtf8(prefix), Grant.Verb.READ));
    }

    private byte[] ticket(NodeKey signer, SiteName issuer, NodeId shownBy, Grant wanted) {
        Instant now = clock.instant();
        Ticket ticket = new Ticket(
                issuer,
                new JobId(1),
                OWN,
                issuer,
                shownBy,
                List.of(wanted),
                now,
                now.plus(Duration.ofMinutes(10)),
                4,
                0,
                SESSION);
        return new TicketSigner(signer).sign(ticket);
    }

    private Access check(byte[] ticket, PeerIdentity peer) {
        return check(ticket, PEER, peer);
    }

    private Access check(byte[] ticket, SiteName named, PeerIdentity peer) {
        ServeOptions options = ServeOptions.of(PEER, peerKey.node(), 1, 1 << 20);
        return access.check(
                new Frame.Hello(
                        1,
                        1,
                        0,
                        named,
                        peerKey.node(),
                        1,
                        Frame.Purpose.ASK,
                        SESSION,
                        options.limits(),
                        Optional.ofNullable(ticket)),
                peer);
    }

    private PeerIdentity peer() {
        return new PeerIdentity(Optional.of(peerKey.node()), InetSocketAddress.createUnresolved("b", 1), true);
    }

    private byte[] ticketFor(String prefix) {
        return ticket(peerKey, PEER, peerKey.node(), "data", prefix);
    }

    @Test
    void helloThatNamesAnotherSiteThanTheKeyIsPinnedForIsRefused() {
        grant("");
        assertThatThrownBy(() -> check(ticketFor(""), new SiteName("c"), peer()))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED));
    }

    private void assertRefused(ErrorCode code, byte[] ticket) {
        assertThatThrownBy(() -> check(ticket, peer()))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal ->
                                assertThat(refusal.code()).as(refusal.detail()).isEqualTo(code));
    }

    private List<StorePath> readable(String wanted) {
        return check(ticketFor(wanted), peer()).exports().get("data").prefixes();
    }

    private byte[] benchTicket() {
        return ticket(peerKey, PEER, peerKey.node(), new Grant(DATA, StorePath.ROOT, Grant.Verb.BENCH));
    }

    @Test
    void aSiteThatMayReadSomethingMayMeasureAndSeesNoFile() {
        assertRefused(ErrorCode.NOT_ALLOWED, benchTicket());
        grant("cmip6");
        Access opened = check(benchTicket(), peer());
        assertThat(opened.exports()).containsOnlyKeys("data");
        assertThat(opened.exports().get("data").store()).isInstanceOf(BenchStore.class);
        assertThat(opened.limits().bytesMax()).isEqualTo(1L << 40);
    }

    @Test
    void aSiteThatAllowsNoMeasurementsRefusesThem() {
        grant("cmip6");
        access = access(false);
        assertRefused(ErrorCode.NOT_ALLOWED, benchTicket());
        assertThat(readable("cmip6")).isNotEmpty();
    }

    @Test
    void aTicketOpensWhatIsWantedWithinTheGrant() {
        grant("cmip6");
        assertThat(readable("cmip6/tas")).containsExactly(StorePath.ofUtf8("cmip6/tas"));
        assertThat(readable("cmip6")).containsExactly(StorePath.ofUtf8("cmip6"));
    }

    @Test
    void theLimitsOfTheTicketAreThoseOfTheSession() {
        grant("cmip6");
        Access opened = check(ticketFor("cmip6"), peer());
        assertThat(opened.limits()).isEqualTo(new Access.Limits(4, Access.Limits.ANY_BYTES));
        assertThat(opened.issuer()).isEqualTo(PEER);
    }

    @Test
    void whoListensHearsWhenASiteIsRemovedAndItsTicketIsRefusedByThen() {
        grant("cmip6");
        byte[] ticket = ticketFor("cmip6");
        List<Throwable> heard = new java.util.ArrayList<>();
        trust.onChange(() -> heard.add(org.assertj.core.api.Assertions.catchThrowable(() -> check(ticket, peer()))));
        catalog.sites().remove(PEER).join();
        trust.reload();
        assertThat(heard)
                .singleElement()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED));
    }

    @Test
    void ofMoreThanTheGrantOnlyTheGrantIsOpened() {
        grant("cmip6/tas", "cmip6/pr");
        assertThat(readable("")).containsExactly(StorePath.ofUtf8("cmip6/tas"), StorePath.ofUtf8("cmip6/pr"));
    }

    @Test
    void prefixesAreComparedByWholeNames() {
        grant("cmip6");
        assertRefused(ErrorCode.NOT_ALLOWED, ticketFor("cmip6-secret"));
        assertRefused(ErrorCode.NOT_ALLOWED, ticketFor("cmip"));
    }

    @Test
    void withoutGrantNothingIsOpened() {
        assertRefused(ErrorCode.NOT_ALLOWED, ticketFor(""));
        grant("cmip6");
        assertRefused(ErrorCode.NOT_ALLOWED, ticket(peerKey, PEER, peerKey.node(), "other", ""));
    }

    @Test
    void aPairedSiteIsToldThatAnExportDoesNotExist() {
        grant("");
        assertRefused(ErrorCode.UNKNOWN_EXPORT, ticket(peerKey, PEER, peerKey.node(), "nothing", ""));
    }

    @Test
    void aRemovedSiteIsRefusedAlsoWithATicketThatWasGood() {
        grant("");
        byte[] ticket = ticketFor("");
        check(ticket, peer());
        catalog.sites().remove(PEER).join();
        trust.reload();
        assertRefused(ErrorCode.PEER_NOT_PINNED, ticket);
    }

    @Test
    void aTicketOfAForeignKeyOrAnotherNodeOrNoneIsRefused() {
        grant("");
        NodeKey foreign = NodeKey.loadOrCreate(directory.resolve("foreign.pem"), clock, random);
        assertRefused(ErrorCode.PEER_NOT_PINNED, ticket(foreign, PEER, peerKey.node(), "data", ""));
        assertRefused(ErrorCode.TICKET_FOREIGN, ticket(peerKey, PEER, foreign.node(), "data", ""));
        assertRefused(ErrorCode.TICKET_FOREIGN, ticket(peerKey, OWN, peerKey.node(), "data", ""));
        assertRefused(ErrorCode.NOT_AUTHENTICATED, null);
        byte[] altered = ticketFor("");
        altered[altered.length - 1] ^= 1;
        assertRefused(ErrorCode.TICKET_INVALID, altered);
    }
}
