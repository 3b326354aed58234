package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A session takes a kept stream, and before its hello is sent the other end tells something of the session before. The thread that sends the hello may
 * be late on a busy machine.
 */
class BeforeHelloTest {
    private static final KeptStreams.Way WAY = new KeptStreams.Way(
            ServingSite.SITE, ServingSite.NODE, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), false);

    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final PeerFixture fixture = new PeerFixture(store);
    private final KeptStreams kept = new KeptStreams(fixture.threads, Duration.ofSeconds(60));
    private long filesPut;

    BeforeHelloTest() {
        fixture.options =
                new PeerOptions(1, 64L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        kept.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        assertThat(listener.errors()).isEmpty();
    }

    static Stream<Frame> framesThatMeanNothing() {
        return Stream.of(new Frame.Load(1, 1, 1, 1, 1, 1, 1, 1, 1), new Frame.Limits(1 << 20, 1, 0));
    }

    static Stream<Frame> framesThatEndTheStream() {
        return Stream.of(
                new Frame.Goodbye(false, "the node is stopping"),
                new Frame.Dial("unasked", 1),
                new Frame.Zero(new RequestId(1), new FileId(1), new Epoch(1), new ByteRange(0, 1)));
    }

    @ParameterizedTest
    @MethodSource("framesThatMeanNothing")
    void whatTheLastSessionStillTellsIsIgnored(Frame frame) {
        oneSession(dialled());
        oneSession(hearsBeforeHello(frame));
        assertThat(listener.lost()).isNull();
        assertThat(fixture.streams.dialled()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("framesThatEndTheStream")
    void streamThatIsOfNoUseIsReplaced(Frame frame) {
        oneSession(dialled());
        oneSession(hearsBeforeHello(frame));
        assertThat(listener.lost()).isNull();
        assertThat(fixture.streams.dialled()).isEqualTo(2);
    }

    private StreamOpener dialled() {
        return kept.over(WAY, (session, stream) -> fixture.streams.connect(stream));
    }

    /** As {@link #dialled}; the first stream is handed on when its listener has heard the frame. */
    private StreamOpener hearsBeforeHello(Frame frame) {
        StreamOpener opener = dialled();
        AtomicBoolean isFirst = new AtomicBoolean(true);
        return new StreamOpener() {
            @Override
            public CompletionStage<DataStream> open(String session, StreamListener to) {
                if (!isFirst.getAndSet(false)) return opener.open(session, to);
                Hears hears = new Hears(to, frame);
                return opener.open(session, hears).thenApply(stream -> {
                    ((MemoryStream) stream).far().send(frame);
                    hears.await();
                    return stream;
                });
            }

            @Override
            public void giveBack(DataStream stream) {
                opener.giveBack(stream);
            }
        };
    }

    /** A session that moves one file, after which its stream is kept. */
    private void oneSession(StreamOpener opener) {
        PeerSource source = fixture.source(listener, opener);
        long number = ++filesPut;
        FileVersion version = StoreContent.put(store, "f" + number, new byte[1000]);
        FileId file = new FileId(number);
        source.want(
                List.of(new WantedFile(file, new Epoch(1), StorePath.ofUtf8("f" + number), version, List.of(), true)));
        until(() -> listener.of(file).isOver());
        assertThat(listener.of(file).ended).isEqualTo(1);
        source.close();
        until(() -> kept.size() == 1);
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition::getAsBoolean);
    }

    private static final class Hears extends Way {
        private final Frame awaited;
        private final CountDownLatch heard = new CountDownLatch(1);

        Hears(StreamListener to, Frame awaited) {
            super(to);
            this.awaited = awaited;
        }

        @Override
        public void onFrame(Frame frame) {
            try {
                to.onFrame(frame);
            } finally {
                if (frame.equals(awaited)) heard.countDown();
            }
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            to.onPayload(frame, payload, payloadLength);
        }

        void await() {
            try {
                assertThat(heard.await(20, SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
