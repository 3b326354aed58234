package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.bdm.StreamOpener;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteRelation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One session among several data ports: its streams stay together, and move on together. */
class PortsInTurnTest {
    private static final SiteName SITE = new SiteName("b");
    private static final Frame.OfferedLimits LIMITS = new Frame.OfferedLimits(256 << 10, 1 << 20, 8, 8);

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private final PeerContacts contacts = new PeerContacts(clock);
    private final MemoryStreams network = new MemoryStreams(stream -> new Deaf(), 1, 0);
    private final List<FakePort> ports =
            IntStream.range(0, 6).mapToObj(number -> new FakePort()).toList();
    private Catalog catalog;
    private PortsInTurn session;

    @BeforeEach
    void open() {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("e".repeat(64))),
                new CatalogSettings(new NodeId("e".repeat(64)), clock, reason -> {}));
        catalog.sites()
                .put(new Site(SITE, new NodeId("d".repeat(64)), "a:1", null, SiteRelation.PEER, clock.instant()))
                .join();
        session = session(3);
    }

    private PortsInTurn session(int count) {
        List<PortsInTurn.Port> inTurn = IntStream.range(0, count)
                .mapToObj(at -> new PortsInTurn.Port("a:" + (at + 1), ports.get(at)))
                .toList();
        return new PortsInTurn(SITE, inTurn, new PeerPorts(catalog, contacts, clock));
    }

    @AfterEach
    void close() {
        network.close();
        catalog.close();
    }

    /** A data port that takes streams, or does not. */
    private final class FakePort implements StreamOpener {
        private final List<DataStream> opened = new ArrayList<>();
        private final List<DataStream> back = new ArrayList<>();
        private int tried;
        private boolean isDown;

        @Override
        public CompletionStage<DataStream> open(String name, StreamListener listener) {
            tried++;
            if (isDown) return CompletableFuture.failedStage(new MoverException(ErrorCode.PEER_UNREACHABLE, "down"));
            return network.connect(listener).thenApply(stream -> {
                opened.add(stream);
                return stream;
            });
        }

        @Override
        public void giveBack(DataStream stream) {
            back.add(stream);
        }
    }

    private DataStream stream() {
        return session.open("s", new Deaf()).toCompletableFuture().join();
    }

    private List<Integer> openedAt() {
        return ports.stream().map(port -> port.opened.size()).toList();
    }

    @Test
    void allStreamsMeetTheFirstPort() {
        stream();
        stream();
        assertThat(openedAt()).containsExactly(2, 0, 0, 0, 0, 0);
        assertThat(contacts.of(SITE).orElseThrow().isReachable()).isTrue();
    }

    @Test
    void portThatDoesNotAnswerIsSkippedByAllStreamsAndTheSiteWasSeen() {
        ports.get(0).isDown = true;
        stream();
        stream();
        assertThat(openedAt()).containsExactly(0, 2, 0, 0, 0, 0);
        assertThat(ports.get(0).tried).isEqualTo(1);
        assertThat(contacts.isSilent(SITE, "a:1")).isTrue();
        assertThat(contacts.of(SITE).orElseThrow().isReachable()).isTrue();
    }

    @Test
    void siteIsMissedWhenNoPortAnswers() {
        ports.forEach(port -> port.isDown = true);
        assertThat(session.open("s", new Deaf()).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("down");
        assertThat(ports.stream().map(port -> port.tried).toList()).containsExactly(1, 1, 1, 0, 0, 0);
        assertThat(contacts.of(SITE).orElseThrow().isReachable()).isFalse();
    }

    @Test
    void oneStreamTriesAFewPortsAndTheNextStreamGoesOn() {
        session = session(6);
        ports.forEach(port -> port.isDown = true);
        ports.get(5).isDown = false;
        assertThat(session.open("s", new Deaf()).toCompletableFuture()).isCompletedExceptionally();
        stream();
        assertThat(ports.stream().map(port -> port.tried).toList()).containsExactly(1, 1, 1, 1, 1, 1);
    }

    @Test
    void streamThatFailsBesideOneThatIsOpenStaysWithIt() {
        stream();
        ports.get(0).isDown = true;
        CompletableFuture<DataStream> refused = session.open("s", new Deaf()).toCompletableFuture();
        assertThat(refused).isCompletedExceptionally();
        assertThat(openedAt()).as("not at two processes").containsExactly(1, 0, 0, 0, 0, 0);
        assertThat(contacts.isSilent(SITE, "a:1")).isFalse();
    }

    @Test
    void sessionWhosePortIsKilledMovesOn() {
        DataStream one = stream();
        DataStream other = stream();
        ports.get(0).isDown = true;
        session.ended(one, true);
        session.ended(other, true);
        stream();
        assertThat(openedAt()).containsExactly(2, 1, 0, 0, 0, 0);
    }

    @Test
    void portThatTakesConnectionsAndNeverGreetsIsSkipped() {
        DataStream silent = stream();
        assertThat(session.ended(silent, false))
                .as("the session goes on elsewhere")
                .isTrue();
        DataStream next = stream();
        assertThat(openedAt()).containsExactly(1, 1, 0, 0, 0, 0);
        assertThat(session.ended(next, false)).isTrue();
        assertThat(session.ended(stream(), false)).as("all have refused it").isFalse();
    }

    @Test
    void streamGoesBackToThePortThatItCameFrom() {
        ports.get(0).isDown = true;
        DataStream stream = stream();
        session.giveBack(stream);
        assertThat(ports.get(1).back).containsExactly(stream);
    }

    @Test
    void whatAnOldPeerDoesNotSayChangesNothing() {
        catalog.sites().tellDataPorts(SITE, List.of("a:1")).join();
        DataStream stream = stream();
        session.greeted(stream, new Frame.Welcome(1, 0, LIMITS, 1, 1));
        assertThat(catalog.sites().dataPorts(SITE).ports()).containsExactly("a:1");
        session.greeted(stream, new Frame.Welcome(1, Features.DATA_PORTS, LIMITS, 1, 1, List.of("a:7")));
        await().untilAsserted(() ->
                assertThat(catalog.sites().dataPorts(SITE).ports()).containsExactly("a:7"));
        assertThat(contacts.ofPorts(SITE).get("a:1").isAnswering()).isTrue();
    }

    /** Hears nothing. */
    private static final class Deaf implements StreamListener {
        @Override
        public void onFrame(Frame frame) {
            // Nobody speaks.
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
