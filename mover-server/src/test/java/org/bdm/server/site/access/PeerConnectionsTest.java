package org.bdm.server.site.access;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.identity.Ticket;
import org.bdm.core.identity.TicketVerifier;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.bdm.DialledStreams;
import org.bdm.core.source.bdm.KeptStreams;
import org.bdm.core.source.bdm.OwnNode;
import org.bdm.core.source.bdm.SourceRuntime;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamConnector;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.stream.StreamLoops;
import org.bdm.core.stream.StreamTiming;
import org.bdm.core.stream.TransportKind;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.site.access.WelcomingPort.Greeted;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which port a source is sought at, whether the way is encrypted, and what the ticket that it shows there allows. */
class PeerConnectionsTest {
    private static final SiteName OWN = new SiteName("a");
    private static final SiteName PEER = new SiteName("b");
    private static final ExportName EXPORT = new ExportName("cmip");
    private static final OfferedLimits LIMITS = new OfferedLimits(256 << 10, 1 << 20, 8, 8);
    private static final NodeKey OWN_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());
    private static final NodeKey PEER_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());

    @TempDir
    static Path home;

    private static Catalog catalog;
    private static StreamLoops loops;

    private final Clock clock = Clock.systemUTC();
    private final WelcomingPort port = new WelcomingPort(loops, PEER_KEY);
    private final ScheduledExecutorService threads = new ScheduledThreadPoolExecutor(1);
    private final BlockCache cache = new BlockCache(16, 256 << 10);
    private final PeerContacts contacts = new PeerContacts(clock);
    private final DialledStreams dialled = new DialledStreams(
            new OwnNode(OWN, OWN_KEY.node(), 5), LIMITS, (hello, peer) -> {}, threads, Duration.ofSeconds(10));
    private final KeptStreams kept = new KeptStreams(threads, Duration.ofSeconds(60));
    private final List<BlockSource> sources = new ArrayList<>();
    private @Nullable Boolean plainData;
    private int streams;

    @BeforeAll
    static void open() {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, OWN_KEY.node()),
                new CatalogSettings(OWN_KEY.node(), Clock.systemUTC(), reason -> {}));
        loops = new StreamLoops(TransportKind.best(), 1);
    }

    @AfterAll
    static void close() {
        loops.close();
        catalog.close();
    }

    @AfterEach
    void stop() {
        sources.forEach(BlockSource::close);
        kept.close();
        until(() -> cache.blocksFree() == cache.blocks());
        threads.shutdownNow();
        port.close();
        catalog.sites().remove(PEER).join();
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(10, SECONDS)
                .until(condition::getAsBoolean);
    }

    private void site(@Nullable String address, SiteRelation relation, NodeId pin) {
        catalog.sites()
                .put(new Site(PEER, pin, address, null, relation, clock.instant()))
                .join();
    }

    private BlockSource connected(SiteName site, @Nullable JobId job, LinkReading links) {
        PeerConnections connections = new PeerConnections(
                catalog,
                new OwnSite(OWN, OWN_KEY.node(), "127.0.0.1:" + port.number()),
                OWN_KEY,
                new PeerConnections.Network(
                        new StreamConnector(loops, StreamTiming.STANDARD),
                        dialled,
                        kept,
                        plainData,
                        streams,
                        2,
                        limited -> 0,
                        cache.share(new CacheQuota("receiving " + sources.size(), 0, 8)),
                        new SourceRuntime(threads, clock, System::nanoTime, new Random(1)),
                        77),
                contacts,
                clock,
                new SecureRandom());
        BlockSource source = connections.connect(
                site, EXPORT, job, List.of(StorePath.ofUtf8("one"), StorePath.ofUtf8("two")), links);
        sources.add(source);
        return source;
    }

    /** Opens a source at the peer's address: the peer has greeted all its streams, and the source knows of the first. */
    private List<Greeted> greetedAt(String host, int streamsExpected) {
        site(host + ":" + port.number(), SiteRelation.PEER, PEER_KEY.node());
        CompletableFuture<Void> opened = connected(PEER, new JobId(7), LinkReading.AS_LINKS)
                .open(new Heard())
                .toCompletableFuture();
        until(() -> port.greeted.size() >= streamsExpected && opened.isDone());
        assertThat(port.greeted).hasSize(streamsExpected);
        return port.greeted;
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatExceptionOfType(MoverException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }

    private static void assertPlain(Greeted greeted) {
        assertThat(greeted.peer().isEncrypted()).isFalse();
    }

    private static void assertEncrypted(Greeted greeted) {
        assertThat(greeted.peer().isEncrypted()).isTrue();
        assertThat(greeted.peer().provenNode()).contains(OWN_KEY.node());
    }

    @Test
    void loopbackIsReadPlainOverOneStream() {
        assertPlain(greetedAt("127.0.0.1", 1).get(0));
    }

    @Test
    void otherAddressesAreReadEncryptedOverTwoStreams() {
        assertThat(greetedAt("0.0.0.0", 2)).allSatisfy(PeerConnectionsTest::assertEncrypted);
    }

    @Test
    void hostNameIsLookedUpByWhoConnects() {
        site("data.example.org:8471", SiteRelation.PEER, PEER_KEY.node());
        assertThat(connected(PEER, null, LinkReading.AS_LINKS)).isNotNull();
    }

    @Test
    void protectionThatIsWishedForHoldsEverywhere() {
        plainData = false;
        assertEncrypted(greetedAt("127.0.0.1", 1).get(0));
        port.greeted.clear();
        plainData = true;
        assertPlain(greetedAt("0.0.0.0", 2).get(0));
    }

    @Test
    void asManyStreamsAreOpenedAsAreSet() {
        streams = 3;
        greetedAt("127.0.0.1", 3);
    }

    @Test
    void portThatShowsAnotherKeyThanThePinnedOneIsMissedAndToldNothing() {
        plainData = false;
        site("127.0.0.1:" + port.number(), SiteRelation.PEER, new NodeId("d".repeat(64)));
        var unused = connected(PEER, null, LinkReading.AS_LINKS).open(new Heard());
        until(() -> contacts.of(PEER).isPresent());
        assertThat(contacts.of(PEER).orElseThrow().isReachable()).isFalse();
        assertThat(port.greeted).isEmpty();
    }

    @Test
    void siteThatAnswersWasSeen() {
        greetedAt("127.0.0.1", 1);
        until(() -> contacts.of(PEER).isPresent());
        assertThat(contacts.of(PEER).orElseThrow().isReachable()).isTrue();
    }

    private Ticket verified(Greeted greeted, SiteName source) {
        return new TicketVerifier(
                        source, node -> node.equals(OWN_KEY.node()) ? Optional.of(OWN) : Optional.empty(), clock)
                .verify(
                        greeted.hello().ticket().orElseThrow(),
                        greeted.hello().session(),
                        greeted.peer().provenNode());
    }

    @Test
    void ticketIsForTheJobItsPrefixesAndTheSiteThatGives() {
        Instant before = clock.instant();
        Ticket ticket = verified(greetedAt("127.0.0.1", 1).get(0), PEER);
        assertThat(ticket.issuer()).isEqualTo(OWN);
        assertThat(ticket.job()).isEqualTo(new JobId(7));
        assertThat(ticket.destination()).isEqualTo(OWN);
        assertThat(ticket.destinationNode()).isEqualTo(OWN_KEY.node());
        assertThat(ticket.allowsRead(EXPORT, StorePath.ofUtf8("one/x"))).isTrue();
        assertThat(ticket.allowsRead(EXPORT, StorePath.ofUtf8("two"))).isTrue();
        assertThat(ticket.allowsRead(EXPORT, StorePath.ofUtf8("three"))).isFalse();
        assertThat(Duration.between(before, ticket.expiry()))
                .isBetween(Duration.ofSeconds(598), Duration.ofSeconds(620));
    }

    @Test
    void helloTellsThisNodeTheExportsLinksAndANewSession() {
        Frame.Hello hello = greetedAt("127.0.0.1", 1).get(0).hello();
        assertThat(hello.site()).isEqualTo(OWN);
        assertThat(hello.node()).isEqualTo(OWN_KEY.node());
        assertThat(hello.processInstance()).isEqualTo(77);
        assertThat(hello.features())
                .isEqualTo(Features.NEXT_SESSION
                        | Features.DATA_PORTS
                        | Features.LOADS
                        | Features.DSCP
                        | Features.IDENTITIES
                        | Features.READERS);
        assertThat(hello.session()).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
        var unused = connected(PEER, null, LinkReading.FOLLOWED).open(new Heard());
        until(() -> port.greeted.size() == 2);
        assertThat(port.greeted.get(1).hello().features()).isEqualTo(hello.features() | Features.FOLLOW_LINKS);
        assertThat(port.greeted.get(1).hello().session()).isNotEqualTo(hello.session());
        assertThat(verified(port.greeted.get(1), PEER).job()).isEqualTo(new JobId(Long.MAX_VALUE));
    }

    @Test
    void ownExportsAreReadAtOwnPort() {
        var unused = connected(OWN, new JobId(7), LinkReading.AS_LINKS).open(new Heard());
        until(() -> port.greeted.size() == 1);
        assertThat(verified(port.greeted.get(0), OWN).source()).isEqualTo(OWN);
    }

    @Test
    void nextSourceOfASiteTakesTheStreamsOfTheLastAndGreetsAnew() {
        Greeted first = greetedAt("127.0.0.1", 1).get(0);
        sources.get(0).close();
        until(() -> kept.size() == 1);
        var unused = connected(PEER, new JobId(8), LinkReading.AS_LINKS).open(new Heard());
        until(() -> port.greeted.size() == 2);
        Greeted second = port.greeted.get(1);
        assertThat(second.peer()).isSameAs(first.peer()); // one connection
        assertThat(second.hello().session()).isNotEqualTo(first.hello().session());
        assertThat(verified(second, PEER).job()).isEqualTo(new JobId(8));
    }

    @Test
    void streamsOfAnotherProtectionOrKeyAreNotTaken() {
        greetedAt("127.0.0.1", 1);
        sources.get(0).close();
        until(() -> kept.size() == 1);
        plainData = false;
        var unused = connected(PEER, new JobId(8), LinkReading.AS_LINKS).open(new Heard());
        until(() -> port.greeted.size() == 2);
        assertEncrypted(port.greeted.get(1));
        assertThat(kept.size()).isEqualTo(1);
    }

    @Test
    void nextSessionMeetsThePortThatTheSiteNamed() {
        try (WelcomingPort second = new WelcomingPort(loops, PEER_KEY)) {
            streams = 2;
            port.dataPorts = List.of("127.0.0.1:" + second.number());
            greetedAt("127.0.0.1", 2);
            until(() -> catalog.sites().dataPorts(PEER).ports().equals(port.dataPorts));
            var unused = connected(PEER, new JobId(8), LinkReading.AS_LINKS).open(new Heard());
            until(() -> second.greeted.size() == 2);
            assertThat(port.greeted).hasSize(2);
        }
    }

    @Test
    void portThatASiteNamedAndThatShowsAnotherKeyGetsNoTicket() {
        try (WelcomingPort stranger = new WelcomingPort(loops, OWN_KEY)) {
            plainData = false;
            site("127.0.0.1:" + port.number(), SiteRelation.PEER, PEER_KEY.node());
            catalog.sites()
                    .tellDataPorts(PEER, List.of("127.0.0.1:" + stranger.number()))
                    .join();
            var unused = connected(PEER, new JobId(8), LinkReading.AS_LINKS).open(new Heard());
            until(() -> port.greeted.size() == 1);
            assertThat(stranger.greeted).isEmpty();
        }
    }

    @Test
    void portAtAnotherHostThanThePairedOneIsNeverSpokenToWithoutTls() {
        plainData = true;
        site("0.0.0.0:" + port.number(), SiteRelation.PEER, PEER_KEY.node());
        catalog.sites()
                .tellDataPorts(PEER, List.of("127.0.0.1:" + port.number()))
                .join();
        var unused = connected(PEER, new JobId(8), LinkReading.AS_LINKS).open(new Heard());
        until(() -> port.greeted.size() == 1);
        assertEncrypted(port.greeted.get(0));
    }

    @Test
    void siteThatIsNotPairedOrCannotBeReachedIsRefused() {
        assertRefused(ErrorCode.UNKNOWN_SITE, () -> connected(PEER, null, LinkReading.AS_LINKS));
        site(null, SiteRelation.PEER, PEER_KEY.node());
        assertRefused(ErrorCode.PEER_UNREACHABLE, () -> connected(PEER, null, LinkReading.AS_LINKS));
    }

    @Test
    void siteThatDialsInIsNotDialled() {
        site("127.0.0.1:" + port.number(), SiteRelation.DIALS_IN, PEER_KEY.node());
        var unused = connected(PEER, null, LinkReading.AS_LINKS).open(new Heard());
        until(() -> contacts.of(PEER).isPresent());
        assertThat(contacts.of(PEER).orElseThrow().isReachable()).isFalse();
        assertThat(port.greeted).isEmpty();
    }

    @Test
    void siteThatWaitsHereIsToldToDialEvenIfItHasNoAddress() {
        Told told = new Told();
        try (MemoryStreams memory = new MemoryStreams(told::accepted, 1, 0)) {
            var unused = memory.connect(told);
            until(() -> dialled.isWaiting(PEER));
            site(null, SiteRelation.PEER, PEER_KEY.node());
            var opening = connected(PEER, null, LinkReading.AS_LINKS).open(new Heard());
            until(() -> told.frames.stream().anyMatch(Frame.Dial.class::isInstance));
            assertThat(opening.toCompletableFuture()).isNotDone();
        }
    }

    /** A site that keeps a standby stream here. */
    private final class Told implements StreamListener {
        private final List<Frame> frames = new CopyOnWriteArrayList<>();

        StreamListener accepted(DataStream stream) {
            dialled.accept(
                    stream,
                    new Frame.Hello(
                            1, 1, 0, PEER, PEER_KEY.node(), 3, Frame.Purpose.STANDBY, "", LIMITS, Optional.empty()));
            return this;
        }

        @Override
        public void onFrame(Frame frame) {
            frames.add(frame);
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // Nothing is sent.
        }

        @Override
        public void onClosed(MoverException reason) {
            // The test is over.
        }
    }
}
