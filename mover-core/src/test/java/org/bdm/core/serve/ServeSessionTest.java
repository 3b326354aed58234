package org.bdm.core.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A peer that does not do what it should. */
class ServeSessionTest {
    private static final OfferedLimits LIMITS = new OfferedLimits(256 << 10, 1 << 20, 4, 8);

    private final MemoryStore store = new MemoryStore();
    private final BlockCache cache = new BlockCache(8, 256 << 10);
    private final ServingSite site =
            new ServingSite(store, cache.share(new CacheQuota("sending", 4, 8)), LIMITS, Clock.systemUTC());
    private final MemoryStreams streams = new MemoryStreams(site::accept, 1, 0);
    private final Peer peer = new Peer();
    private final DataStream stream =
            streams.connect(peer).toCompletableFuture().orTimeout(10, SECONDS).join();
    private final FileVersion version = StoreContent.put(store, "x", StoreContent.random(500_000, 1));

    @AfterEach
    void everyBlockIsBack() {
        site.close();
        streams.close();
        until(() -> cache.blocksFree() == cache.blocks());
        assertThat(site.server().sessions()).isZero();
    }

    @Test
    void requestBeforeTheHelloEndsTheStream() {
        stream.send(want(1, whole(1)));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void helloWithoutACommonVersionIsRefused() {
        stream.send(hello(2, 3, ServingSite.TICKET));
        assertClosed(ErrorCode.PROTOCOL_VERSION);
    }

    @Test
    void foreignTicketIsRefused() {
        stream.send(hello(1, 1, "!".getBytes(StandardCharsets.UTF_8)));
        assertClosed(ErrorCode.TICKET_FOREIGN);
    }

    @Test
    void welcomeTellsTheSmallerLimits() {
        greet();
        assertThat(peer.only(Frame.Welcome.class).limits()).isEqualTo(new OfferedLimits(256 << 10, 1 << 20, 4, 8));
    }

    @Test
    void secondHelloEndsTheStream() {
        greet();
        stream.send(hello(1, 1, ServingSite.TICKET));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void aCallThatTheHelloDidNotAnnounceEndsTheStream() {
        greet();
        stream.send(new Frame.Call(new RequestId(1), "jobs.get", new byte[0]));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void answerFromTheAskingSideEndsTheStream() {
        greet();
        stream.send(new Frame.FileEnd(new RequestId(1), new FileId(1), new Epoch(1), version, 0));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void tooManyBytesEndTheStream() {
        greet();
        stream.send(want(1, whole(1), whole(2), whole(3)));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void tooManyFilesInOneWantEndTheStream() {
        greet();
        Frame.WantItem[] items = new Frame.WantItem[9];
        for (int i = 0; i < 9; i++) items[i] = part(i + 1, new ByteRange(0, 1));
        stream.send(want(1, items));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void tooManyRequestsEndTheStream() {
        greet();
        peer.holdBlocks = true; // nothing is answered to the end
        for (int i = 1; i <= 60; i++) stream.send(want(i, part(i, new ByteRange(0, 1))));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void rangeBeyondTheSizeEndsTheStream() {
        greet();
        stream.send(want(1, part(1, new ByteRange(499_999, 2))));
        assertClosed(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void unknownExportIsNotAllowedAndTheStreamGoesOn() {
        greet();
        stream.send(new Frame.Stat(new RequestId(1), "secret", StorePath.ROOT));
        until(() -> peer.has(Frame.Failure.class));
        Frame.Failure failure = peer.only(Frame.Failure.class);
        assertThat(failure.code()).contains(ErrorCode.NOT_ALLOWED);
        assertThat(failure.scope()).isEqualTo(Frame.Scope.REQUEST);
        stream.send(new Frame.Stat(new RequestId(2), "data", StorePath.ROOT));
        until(() -> peer.has(Frame.Entries.class));
    }

    @Test
    void drainingPeerGetsWhatItAskedForAndThenAGoodbye() {
        greet();
        stream.send(want(1, whole(1)));
        stream.send(new Frame.Goodbye(true, "enough"));
        assertClosed(ErrorCode.GOING_AWAY);
        assertThat(peer.payloadBytes).hasValue(500_000);
        assertThat(peer.has(Frame.FileEnd.class)).isTrue();
    }

    @Test
    void cancelledRequestsGiveTheirCreditBack() {
        greet();
        for (int i = 1; i <= 200; i += 2) {
            stream.send(want(i, whole(1), part(2, new ByteRange(0, 400_000))));
            stream.send(new Frame.Cancel(List.of(new RequestId(i))));
        }
        stream.send(new Frame.Stat(new RequestId(999), "data", StorePath.ROOT));
        until(() -> peer.has(Frame.Entries.class));
        assertThat(peer.closed).isEmpty();
    }

    @Test
    void longDetailIsCutInTheMiddle() {
        String detail = "begin " + "x".repeat(5000) + " end";
        assertThat(FailureFrames.shortened(detail))
                .startsWith("begin")
                .endsWith("end")
                .hasSizeLessThan(700);
        assertThat(FailureFrames.shortened("short")).isEqualTo("short");
    }

    private void greet() {
        stream.receiveInto(cache.share(new CacheQuota("test", 2, 4)));
        stream.send(hello(1, 1, ServingSite.TICKET));
        until(() -> peer.has(Frame.Welcome.class));
    }

    private static Frame.Hello hello(int versionMin, int versionMax, byte[] ticket) {
        return new Frame.Hello(
                versionMin,
                versionMax,
                0,
                new SiteName("peer"),
                new NodeId("c".repeat(64)),
                3,
                Frame.Purpose.ASK,
                "session",
                new OfferedLimits(1 << 20, 2 << 20, 100, 100),
                Optional.of(ticket));
    }

    private Frame.WantItem whole(int file) {
        return part(file, new ByteRange(0, version.size()));
    }

    private Frame.WantItem part(int file, ByteRange range) {
        return new Frame.WantItem(
                new FileId(file), new Epoch(1), StorePath.ofUtf8("x"), version, List.of(range), false);
    }

    private static Frame.Want want(int request, Frame.WantItem... items) {
        return new Frame.Want(new RequestId(request), "data", List.of(items));
    }

    private void assertClosed(ErrorCode code) {
        until(() -> !peer.closed.isEmpty());
        assertThat(peer.closed.get(0).code()).isEqualTo(code);
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(10, SECONDS)
                .until(condition);
    }

    private static final class Peer implements StreamListener {
        private final List<Frame> frames = new CopyOnWriteArrayList<>();
        private final List<MoverException> closed = new CopyOnWriteArrayList<>();
        private final List<Loan> held = new ArrayList<>();
        private volatile boolean holdBlocks;
        private final AtomicInteger payloadBytes = new AtomicInteger();

        boolean has(Class<? extends Frame> type) {
            return frames.stream().anyMatch(type::isInstance);
        }

        <T extends Frame> T only(Class<T> type) {
            return frames.stream()
                    .filter(type::isInstance)
                    .map(type::cast)
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void onFrame(Frame frame) {
            frames.add(frame);
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            frames.add(frame);
            payloadBytes.addAndGet(payloadLength);
            if (holdBlocks) held.add(payload);
            else payload.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(MoverException reason) {
            closed.add(reason);
            held.forEach(Loan::release);
            held.clear();
        }
    }
}
