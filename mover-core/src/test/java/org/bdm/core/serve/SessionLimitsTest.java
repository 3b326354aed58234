package org.bdm.core.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
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
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a ticket limits, over all streams of its session, and what happens to open streams when rights are taken back. */
class SessionLimitsTest {
    private static final OfferedLimits LIMITS = new OfferedLimits(256 << 10, 4 << 20, 16, 8);
    private static final int SIZE = 500_000;

    private final MemoryStore store = new MemoryStore();
    private final BlockCache cache = new BlockCache(64, 256 << 10);
    private final ServingSite site =
            new ServingSite(store, cache.share(new CacheQuota("sending", 16, 64)), LIMITS, Clock.systemUTC());
    private final MemoryStreams streams = new MemoryStreams(site::accept, 1, 0);
    private final FileVersion version = StoreContent.put(store, "x", StoreContent.random(SIZE, 1));

    @AfterEach
    void everyBlockIsBack() {
        site.close();
        streams.close();
        until(() -> cache.blocksFree() == cache.blocks());
    }

    @Test
    void aTicketAllowsSoManyStreamsAtATime() {
        site.limits(new Access.Limits(2, Access.Limits.ANY_BYTES));
        Peer first = greeted("one");
        greeted("one");
        Peer third = connected("one");
        until(() -> third.closedWith(ErrorCode.TOO_MANY_CONNECTIONS));
        greeted("another");

        first.stream.close(new MoverException(ErrorCode.GOING_AWAY, "enough"));
        until(() -> site.server().sessions() == 2);
        greeted("one");
    }

    @Test
    void aTicketAllowsSoManyBytesOverAllStreams() {
        site.limits(new Access.Limits(2, 2 * SIZE + 10));
        Peer first = greeted("one");
        first.want(1);
        until(() -> first.bytes.get() == SIZE);
        first.stream.close(new MoverException(ErrorCode.GOING_AWAY, "the next stream goes on with the count"));
        Peer second = greeted("one");
        second.want(1);
        until(() -> second.bytes.get() == SIZE);

        second.want(2);
        until(() -> second.failure(ErrorCode.NOT_ALLOWED));
        second.stream.send(new Frame.Stat(new RequestId(3), "data", StorePath.ROOT));
        until(() -> second.has(Frame.Entries.class));
        assertThat(second.bytes).hasValue(SIZE);
    }

    @Test
    void whatWasNotSentIsNotCounted() {
        site.limits(new Access.Limits(1, SIZE));
        Peer peer = greeted("one");
        FileVersion other = new FileVersion(SIZE, version.modified().plusSeconds(1), version.changed(), 1);
        peer.stream.send(peer.wantOf(1, other)); // fails: it is another version
        until(() -> peer.failure(ErrorCode.SOURCE_CHANGED));
        peer.want(2);
        until(() -> peer.bytes.get() == SIZE);
    }

    @Test
    void openStreamsOfASiteThatWasRemovedAreClosedAtOnce() {
        Peer peer = greeted("one");
        site.revoke();
        until(() -> peer.closedWith(ErrorCode.PEER_NOT_PINNED));
        until(() -> site.server().sessions() == 0);
    }

    @Test
    void aPeerGetsNoMoreInASecondThanItTakes() {
        Peer peer = greeted("one");
        peer.stream.send(new Frame.Limits(4 << 20, 16, 1_000_000));
        long begun = System.nanoTime();
        for (int request = 1; request <= 4; request++) peer.want(request);
        until(() -> peer.bytes.get() == 4 * SIZE);
        assertThat(System.nanoTime() - begun).isGreaterThan(SECONDS.toNanos(1));
    }

    @Test
    void aPeerGetsNoMoreInASecondThanThisSiteGives() {
        site.server().limit(new SendLimits(1_000_000, Map.of(), Map.of()));
        Peer peer = greeted("one");
        long begun = System.nanoTime();
        for (int request = 1; request <= 4; request++) peer.want(request);
        until(() -> peer.bytes.get() == 4 * SIZE);
        assertThat(System.nanoTime() - begun).isGreaterThan(SECONDS.toNanos(1));
    }

    @Test
    void aLimitToAnotherSiteDoesNotConcernAPeer() {
        site.server().limit(new SendLimits(0, Map.of(new SiteName("elsewhere"), 1L), Map.of("else", 1L)));
        Peer peer = greeted("one");
        for (int request = 1; request <= 4; request++) peer.want(request);
        until(() -> peer.bytes.get() == 4 * SIZE);
    }

    private Peer connected(String session) {
        Peer peer = new Peer();
        peer.stream = streams.connect(peer)
                .toCompletableFuture()
                .orTimeout(10, SECONDS)
                .join();
        peer.stream.receiveInto(cache.share(new CacheQuota("test", 1, 4)));
        peer.stream.send(new Frame.Hello(
                1,
                1,
                Features.NONE,
                new SiteName("peer"),
                new NodeId("c".repeat(64)),
                3,
                Frame.Purpose.ASK,
                session,
                LIMITS,
                Optional.of(ServingSite.TICKET)));
        return peer;
    }

    private Peer greeted(String session) {
        Peer peer = connected(session);
        until(() -> peer.has(Frame.Welcome.class));
        return peer;
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(10, SECONDS)
                .until(condition::getAsBoolean);
    }

    private final class Peer implements StreamListener {
        private final List<Frame> frames = new CopyOnWriteArrayList<>();
        private final List<MoverException> closed = new CopyOnWriteArrayList<>();
        private final AtomicLong bytes = new AtomicLong();
        private DataStream stream;

        void want(int request) {
            stream.send(wantOf(request, version));
        }

        Frame.Want wantOf(int request, FileVersion expected) {
            Frame.WantItem item = new Frame.WantItem(
                    new FileId(1),
                    new Epoch(1),
                    StorePath.ofUtf8("x"),
                    expected,
                    List.of(new ByteRange(0, SIZE)),
                    false);
            return new Frame.Want(new RequestId(request), "data", List.of(item));
        }

        boolean has(Class<? extends Frame> type) {
            return frames.stream().anyMatch(type::isInstance);
        }

        boolean failure(ErrorCode code) {
            return frames.stream()
                    .anyMatch(frame -> frame instanceof Frame.Failure failure
                            && failure.code().equals(Optional.of(code)));
        }

        boolean closedWith(ErrorCode code) {
            return closed.stream().anyMatch(reason -> reason.code() == code);
        }

        @Override
        public void onFrame(Frame frame) {
            frames.add(frame);
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
            bytes.addAndGet(payloadLength);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(MoverException reason) {
            closed.add(reason);
        }
    }
}
