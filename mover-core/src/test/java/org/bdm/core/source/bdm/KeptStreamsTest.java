package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.NodeId;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which streams outlive their session, and what the next session makes of them. */
class KeptStreamsTest {
    private static final int STREAMS = 2;
    private static final KeptStreams.Way WAY = way(ServingSite.NODE);

    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final PeerFixture fixture = new PeerFixture(store);
    private KeptStreams kept = new KeptStreams(fixture.threads, Duration.ofSeconds(60));
    private long filesPut;

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        kept.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        assertThat(listener.errors()).isEmpty();
    }

    private static KeptStreams.Way way(NodeId node) {
        return new KeptStreams.Way(
                ServingSite.SITE, node, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), false);
    }

    private StreamOpener dial() {
        return (session, stream) -> fixture.streams.connect(stream);
    }

    private PeerSource source() {
        PeerSource source = fixture.source(listener, kept.over(WAY, dial()));
        until(() -> source.streams() == STREAMS);
        return source;
    }

    private PeerSource sourceOfOneStream() {
        fixture.options =
                new PeerOptions(1, 64L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        return fixture.source(listener, kept.over(WAY, dial()));
    }

    private WantedFile put(int bytes) {
        long number = ++filesPut;
        FileVersion version = StoreContent.put(store, "f" + number, new byte[bytes]);
        return new WantedFile(
                new FileId(number), new Epoch(1), StorePath.ofUtf8("f" + number), version, List.of(), bytes < 100_000);
    }

    private void assertArrives(PeerSource source, WantedFile... files) {
        source.want(List.of(files));
        for (WantedFile file : files) {
            until(() -> listener.of(file.file()).isOver());
            assertThat(listener.of(file.file()).ended).isEqualTo(1);
        }
    }

    /** A session that has moved something and is over; its streams are kept. */
    private void oneSession() {
        PeerSource source = source();
        assertArrives(source, put(1000), put(3 << 20));
        source.close();
        until(() -> kept.size() == STREAMS);
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition::getAsBoolean);
    }

    @Test
    void nextSessionsMoveTheirFilesOverTheSameStreams() {
        for (int i = 0; i < 3; i++) oneSession();
        assertThat(fixture.streams.dialled()).isEqualTo(STREAMS);
        assertThat(listener.lost()).isNull();
    }

    @Test
    void streamsThatAreTooManyAreKeptAndTakenAgain() {
        PeerSource source = source();
        source.useStreams(4);
        until(() -> source.streams() == 4);
        source.useStreams(1);
        until(() -> kept.size() == 3);
        assertThat(source.streams()).isEqualTo(1);
        source.useStreams(4);
        until(() -> source.streams() == 4);
        assertArrives(source, put(1000), put(3 << 20));
        source.close();
        until(() -> kept.size() == 4);
        assertThat(fixture.streams.dialled()).isEqualTo(4);
        kept.close();
        until(() -> fixture.streams.open().isEmpty());
    }

    @Test
    void nextSessionHasTheRightsOfItsOwnTicket() {
        oneSession();
        fixture.ticket = "elsewhere".getBytes(StandardCharsets.UTF_8);
        PeerSource source = source();
        WantedFile wanted = put(1000);
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).isOver());
        assertThat(listener.of(wanted.file()).failure.code()).isEqualTo(ErrorCode.NOT_ALLOWED);
    }

    @Test
    void ticketThatIsRefusedEndsTheSourceAndTheStream() {
        oneSession();
        fixture.ticket = "!foreign".getBytes(StandardCharsets.UTF_8);
        PeerSource source = fixture.unopened(kept.over(WAY, dial()));
        CompletableFuture<Void> opened = source.open(listener).toCompletableFuture();
        until(opened::isCompletedExceptionally);
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void streamThatIsOwedAnAnswerIsNotKept() {
        PeerSource source = sourceOfOneStream();
        fixture.streams.open().forEach(stream -> stream.stall(true));
        source.want(List.of(put(1000), put(3 << 20)));
        source.close(); // after the wants
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void streamOnWhichSomethingWasCancelledIsNotKept() {
        PeerSource source = sourceOfOneStream();
        WantedFile cancelled = put(3 << 20);
        MemoryStream stream = fixture.streams.open().get(0);
        stream.stall(true); // or all of it comes before it is cancelled
        source.want(List.of(cancelled));
        source.cancel(cancelled.file());
        stream.stall(false);
        assertArrives(source, put(1000));
        source.close();
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void streamThatIsLostWhileItIsKeptIsDialledAnew() {
        oneSession();
        fixture.streams.open().forEach(MemoryStream::cut);
        until(() -> kept.size() == 0);
        oneSession();
        assertThat(fixture.streams.dialled()).isEqualTo(2 * STREAMS);
    }

    @Test
    void streamThatIsLostWhenItIsTakenIsDialledAnew() {
        oneSession();
        fixture.streams
                .open()
                .forEach(stream -> stream.onSend(frame -> {
                    if (frame instanceof Frame.Hello) stream.cut();
                }));
        oneSession();
        assertThat(fixture.streams.dialled()).isEqualTo(2 * STREAMS);
    }

    @Test
    void streamIsClosedWhenNothingWasAskedForLong() {
        kept = new KeptStreams(fixture.threads, Duration.ofMillis(50));
        PeerSource source = source();
        source.close();
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void nothingIsKeptForNoTime() {
        kept = new KeptStreams(fixture.threads, Duration.ZERO);
        source().close();
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void changeOfTrustClosesWhatIsKept() {
        oneSession();
        kept.closeAll();
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void revokedRightsCloseWhatIsKept() {
        oneSession();
        fixture.site.revoke();
        until(() -> kept.size() == 0);
        until(() -> fixture.streams.open().isEmpty());
    }

    @Test
    void streamsOfAnotherKeyAreNotTaken() {
        oneSession();
        StreamOpener other = kept.over(way(new NodeId("f".repeat(64))), dial());
        fixture.source(listener, other);
        until(() -> fixture.streams.dialled() == 2 * STREAMS);
        assertThat(kept.size()).isEqualTo(STREAMS);
    }

    @Test
    void streamToAPeerThatTakesOneSessionOnlyIsNotKept() {
        PeerSource source = fixture.source(
                listener,
                kept.over(WAY, (session, stream) -> fixture.streams.connect(new PeerOfBefore(stream, Features.NONE))));
        until(() -> source.streams() == STREAMS);
        source.close();
        until(() -> fixture.streams.open().isEmpty());
        assertThat(kept.size()).isZero();
    }

    @Test
    void frameBetweenTwoSessionsClosesTheStream() {
        List<DataStream> ends = new CopyOnWriteArrayList<>();
        try (MemoryStreams streams = new MemoryStreams(end -> giveBackTo(ends, end), 1, 0)) {
            DataStream stream =
                    streams.connect(new NothingHeard()).toCompletableFuture().join();
            kept.over(WAY, dial()).giveBack(stream);
            until(() -> kept.size() == 1 && ends.size() == 1);
            ends.get(0).send(new Frame.Limits(1 << 20, 1, 0));
            ends.get(0).send(new Frame.Dial("unasked", 1));
            until(() -> kept.size() == 0 && streams.open().isEmpty());
        }
    }

    private static StreamListener giveBackTo(List<DataStream> ends, DataStream end) {
        ends.add(end);
        return new NothingHeard();
    }

    /** Somebody who has given the stream away. */
    private static final class NothingHeard implements StreamListener {
        @Override
        public void onFrame(Frame frame) {
            if (!(frame instanceof Frame.Goodbye || frame instanceof Frame.Failure)) {
                throw new AssertionError("unexpected " + frame);
            }
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
            // The test looks at the stream.
        }
    }
}
