package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.Purpose;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One site never has all threads and blocks, tickets end in time, and a server that stops lets nobody in. */
class DataServerTest {
    private final DirectParts direct = new DirectParts();
    private final BlockCache cache = new BlockCache(8, 256 << 10);
    private final CacheShare share = cache.share(new CacheQuota("sending", 0, 8));
    private final List<Runnable> checks = new ArrayList<>();
    private final List<ScheduledFuture<?>> scheduled = new ArrayList<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
            checks.add(command);
            scheduled.add(super.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS));
            return scheduled.get(scheduled.size() - 1);
        }
    };
    private final List<Runnable> held = new ArrayList<>();
    private boolean holds;
    private final DataServer server = server(256 << 10, share);
    private final List<FakeStream> streams = new ArrayList<>();

    private DataServer server(int blockBytes, CacheShare sending) {
        return new DataServer(
                ServeOptions.of(ServingSite.SITE, ServingSite.NODE, 1, blockBytes),
                sending,
                new ServeThreads(Runnable::run, 1, this::run, 4, timer),
                direct.parts.access(),
                direct.hasher,
                (stream, hello) -> {
                    throw new AssertionError("nobody dials in");
                },
                direct.clock);
    }

    private void run(Runnable task) {
        if (holds) held.add(task);
        else task.run();
    }

    @AfterEach
    void close() {
        for (var session : streams) {
            if (session.listener != null) {
                session.listener.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
            }
        }
        assertThat(server.sessions()).isZero();
        assertThat(cache.blocksFree()).isEqualTo(cache.blocks());
        timer.shutdownNow();
        direct.close();
    }

    private FakeStream greeted(String session) {
        FakeStream stream = new FakeStream();
        streams.add(stream);
        server.accept(stream).onFrame(DirectParts.hello(Purpose.ASK, session, 0, "*"));
        return stream;
    }

    @Test
    void blocksLargerThanThoseOfTheCacheAreNotOffered() {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> server((256 << 10) + 1, share));
    }

    @Test
    void oneSiteHasThreeQuartersOfTheBlocksAndNoMore() {
        for (int i = 0; i < 6; i++) assertThat(greeted("session").closed).isEmpty();
        assertThat(greeted("another").closedWith()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
        assertThat(server.sessions()).isEqualTo(6);
    }

    @Test
    void serverWithOneBlockServesOneStream() {
        CacheShare one = share.share(new CacheQuota("one", 0, 1));
        DataServer small = server(256 << 10, one);
        FakeStream stream = new FakeStream();
        streams.add(stream);
        small.accept(stream).onFrame(DirectParts.asking());
        assertThat(stream.closed).isEmpty();
        assertThat(small.sessions()).isEqualTo(1);
    }

    @Test
    void oneSiteHasThreeQuartersOfTheThreadsForListings() {
        FakeStream stream = greeted("session");
        holds = true;
        for (int i = 1; i <= 6; i++) {
            stream.listener.onFrame(new Frame.Stat(new RequestId(i), "data", StorePath.ROOT));
        }
        assertThat(held).hasSize(3);
        List.copyOf(held).forEach(Runnable::run);
        assertThat(held).as("each gives its turn to the next").hasSize(6);
    }

    @Test
    void sessionsWhoseTicketHasExpiredEndAtTheNextLook() {
        FakeStream stream = greeted("session");
        checks.get(0).run();
        assertThat(stream.closed).isEmpty();
        direct.clock.turn(Duration.ofSeconds(601));
        checks.get(0).run();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void bytesOfASessionAreForgottenWhenItsTicketHasExpired() {
        direct.access = new Access(
                direct.access.issuer(),
                direct.access.exports(),
                new Access.Limits(1, 100),
                direct.clock.instant().plusSeconds(600));
        for (int i = 0; i < SessionMeters.SESSIONS_OF_ONE_SITE_MAX; i++) {
            FakeStream stream = greeted("session-" + i);
            stream.listener.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        }
        assertThat(greeted("one more").closedWith()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
        direct.clock.turn(Duration.ofSeconds(601));
        checks.get(0).run();
        assertThat(greeted("one more").closed).isEmpty();
    }

    @Test
    void rightsAreLookedAtAgainWhenTheyChange() {
        FakeStream stream = greeted("session");
        direct.refused.put('*', new MoverException(ErrorCode.PEER_NOT_PINNED, "removed"));
        server.reconsider();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
    }

    private FakeStream wantedFrom(String session, long features) {
        FileVersion version = StoreContent.put(direct.store, "big.nc", StoreContent.random(1 << 20, 1));
        FakeStream stream = new FakeStream();
        streams.add(stream);
        server.accept(stream).onFrame(DirectParts.hello(Purpose.ASK, session, features, "*"));
        stream.blocksQueued = 99; // the network takes nothing: what is wanted waits
        Frame.WantItem item = new Frame.WantItem(
                new FileId(1),
                new Epoch(1),
                StorePath.ofUtf8("big.nc"),
                version,
                List.of(new ByteRange(0, 1 << 20)),
                false);
        stream.listener.onFrame(new Frame.Want(new RequestId(1), "data", List.of(item)));
        return stream;
    }

    @Test
    void peerThatWantsItHearsHowTheTimeIsSpentWhileSomethingIsWanted() {
        FakeStream wanting = wantedFrom("one", Features.LOADS);
        FakeStream silent = wantedFrom("two", Features.NONE);
        FakeStream idle = new FakeStream();
        streams.add(idle);
        server.accept(idle).onFrame(DirectParts.hello(Purpose.ASK, "three", Features.LOADS, "*"));
        checks.get(1).run();
        assertThat(wanting.sent)
                .last()
                .isInstanceOfSatisfying(
                        Frame.Load.class,
                        load -> assertThat(load.readingMicros() + load.sendingMicros())
                                .isLessThanOrEqualTo(load.spanMicros()));
        assertThat(silent.sent).noneMatch(Frame.Load.class::isInstance);
        assertThat(idle.sent).noneMatch(Frame.Load.class::isInstance);
    }

    @Test
    void serverThatStopsEndsItsStreamsAndItsTimerAndTakesNoOthers() {
        FakeStream stream = greeted("session");
        FakeStream greeting = new FakeStream();
        server.accept(greeting);
        assertThat(greeting.closed).isEmpty();
        server.close();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
        assertThat(scheduled).allMatch(ScheduledFuture::isCancelled);
        FakeStream late = new FakeStream();
        server.accept(late);
        assertThat(late.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }
}
