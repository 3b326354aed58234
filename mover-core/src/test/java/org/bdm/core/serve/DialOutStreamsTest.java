package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.Purpose;
import org.bdm.core.wire.WireLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A standby stream stands only for the site that was dialled, does what it says and nothing else, and ends with the node. */
class DialOutStreamsTest {
    private static final SiteName SITE = new SiteName("b");

    private final List<Runnable> dials = new ArrayList<>();
    private final List<Long> delaysMillis = new ArrayList<>();
    private final List<ScheduledFuture<?>> scheduled = new ArrayList<>();
    private Runnable onSchedule = () -> {};
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            dials.add(command);
            delaysMillis.add(unit.toMillis(delay));
            onSchedule.run();
            ScheduledFuture<?> never = super.schedule(() -> {}, 1, TimeUnit.DAYS);
            scheduled.add(never);
            return never;
        }
    };
    private final BlockCache cache = new BlockCache(8, ServingSite.LIMITS.blockBytes());
    private final CacheShare share = cache.share(new CacheQuota("site", 0, 4));
    private final ServingSite site = new ServingSite(new MemoryStore(), share, ServingSite.LIMITS, Clock.systemUTC());
    private final List<StreamListener> listeners = new ArrayList<>();
    private final List<CompletableFuture<DataStream>> answers = new ArrayList<>();
    private final FakeStream stream = new FakeStream();
    private final DialOut dialOut = new DialOut(site.server(), SITE, this::dial, timer, new Random() {
        private static final long serialVersionUID = 1L;

        @Override
        public double nextDouble() {
            return 1;
        }
    });

    private CompletionStage<DataStream> dial(StreamListener listener) {
        listeners.add(listener);
        CompletableFuture<DataStream> answer = new CompletableFuture<>();
        answers.add(answer);
        return answer;
    }

    @AfterEach
    void stop() {
        dialOut.close();
        timer.shutdownNow();
        site.close();
        cache.close();
    }

    private StreamListener standby() {
        dialOut.start();
        answers.get(0).complete(stream);
        return listeners.get(0);
    }

    private static Frame.Hello answer(String name) {
        Frame.Hello one = DirectParts.hello(Purpose.STANDBY, "", 0, "*");
        return new Frame.Hello(
                1, 1, 0, new SiteName(name), one.node(), 3, Purpose.STANDBY, "", one.limits(), Optional.empty());
    }

    private StreamListener standing() {
        StreamListener listener = standby();
        listener.onFrame(answer("b"));
        return listener;
    }

    @Test
    void dialledStreamIsOfferedAsStandbyAndStandsWhenItIsGreeted() {
        StreamListener listener = standby();
        Frame.Hello hello = stream.only(Frame.Hello.class);
        assertThat(hello.purpose()).isEqualTo(Purpose.STANDBY);
        assertThat(hello.session()).isEmpty();
        assertThat(hello.site()).isEqualTo(ServingSite.SITE);
        assertThat(dialOut.isStanding()).isFalse();
        assertThat(stream.isAuthenticated).isFalse();
        listener.onFrame(answer("b"));
        assertThat(dialOut.isStanding()).isTrue();
        assertThat(stream.isAuthenticated).isTrue();
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void standingStreamThatIsLostIsDialledAgainAfterASecond() {
        dialOut.start();
        answers.get(0).completeExceptionally(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody"));
        dials.get(0).run();
        answers.get(1).complete(stream);
        listeners.get(1).onFrame(answer("b"));
        listeners.get(1).onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        assertThat(dialOut.isStanding()).isFalse();
        assertThat(delaysMillis).containsExactly(1000L, 1000L);
    }

    @Test
    void diallerWithoutAStreamIsAskedAgain() {
        dialOut.start();
        answers.get(0).complete(null);
        assertThat(delaysMillis).containsExactly(1000L);
    }

    @Test
    void siteThatCallsItselfOtherwiseDoesNotStand() {
        standby().onFrame(answer("c"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
        assertThat(stream.isAuthenticated).isFalse();
        assertThat(dialOut.isStanding()).isFalse();
    }

    @Test
    void nodeThatTlsDidNotProveDoesNotStand() {
        stream.proven = Optional.of(new NodeId("d".repeat(64)));
        standby().onFrame(answer("b"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
        assertThat(dialOut.isStanding()).isFalse();
    }

    @Test
    void asManyStreamsAreDialledForASessionAsItAsksFor() {
        standing().onFrame(new Frame.Dial("session", WireLimits.DIAL_STREAMS_MAX));
        assertThat(answers).hasSize(1 + WireLimits.DIAL_STREAMS_MAX);
        FakeStream joining = new FakeStream();
        answers.get(1).complete(joining);
        Frame.Hello hello = joining.only(Frame.Hello.class);
        assertThat(hello.purpose()).isEqualTo(Purpose.JOIN);
        assertThat(hello.session()).isEqualTo("session");
        answers.get(2).completeExceptionally(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody"));
        assertThat(dials).as("the session asks again").isEmpty();
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void moreStreamsThanMayBeAskedForAreAViolation() {
        standing().onFrame(new Frame.Dial("session", WireLimits.DIAL_STREAMS_MAX + 1));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(answers).hasSize(1);
    }

    private void askFor(StreamListener listener, int streams) {
        for (int i = 0; i < streams; i++) listener.onFrame(new Frame.Dial("session", 1));
    }

    @Test
    void siteThatAsksForStreamsAndDoesNotGreetThemIsLetGo() {
        StreamListener listener = standing();
        askFor(listener, DialOut.JOINING_MAX);
        assertThat(stream.closed).isEmpty();
        askFor(listener, 1);
        assertThat(answers).hasSize(1 + DialOut.JOINING_MAX);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
    }

    @Test
    void streamThatCouldNotBeDialledOrHasEndedMakesRoomForAnother() {
        StreamListener listener = standing();
        askFor(listener, DialOut.JOINING_MAX);
        MoverException lost = new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test");
        answers.get(1).completeExceptionally(lost);
        answers.get(2).complete(new FakeStream());
        listeners.get(2).onClosed(lost);
        askFor(listener, 2);
        assertThat(answers).hasSize(3 + DialOut.JOINING_MAX);
        assertThat(stream.closed).isEmpty();
        askFor(listener, 1);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
    }

    @Test
    void everythingElseIsAViolation() {
        standing().onFrame(new Frame.Stat(new RequestId(1), "data", StorePath.ROOT));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void blockOnAStandbyStreamIsReleased() {
        Loan loan = Objects.requireNonNull(share.tryLend());
        standing().onPayload(new Frame.Ping(1), loan, 10);
        assertThat(cache.blocksFree()).isEqualTo(cache.blocks());
    }

    @Test
    void streamEndsWithTheNodeAndHearsNothingMore() {
        StreamListener listener = standing();
        dialOut.close();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
        assertThat(dialOut.isStanding()).isFalse();
        listener.onFrame(answer("c"));
        listener.onFrame(new Frame.Ping(1));
        listener.onClosed(new MoverException(ErrorCode.GOING_AWAY, "the node is stopping"));
        assertThat(stream.closed).hasSize(1);
        assertThat(dials).isEmpty();
    }

    @Test
    void streamThatOpensAfterTheEndIsClosedAndNotOffered() {
        dialOut.start();
        dialOut.close();
        answers.get(0).complete(stream);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
        assertThat(stream.sent).isEmpty();
        assertThat(dialOut.isStanding()).isFalse();
    }

    @Test
    void dialThatFailsAfterTheEndIsNotRepeated() {
        dialOut.start();
        dialOut.close();
        answers.get(0).completeExceptionally(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody"));
        assertThat(dials).isEmpty();
    }

    @Test
    void dialThatIsScheduledWhileItEndsIsTakenBack() {
        onSchedule = dialOut::close;
        dialOut.start();
        answers.get(0).completeExceptionally(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody"));
        assertThat(scheduled).hasSize(1).allMatch(ScheduledFuture::isCancelled);
    }

    @Test
    void streamOfASessionThatOpensAfterTheServerStoppedIsClosed() {
        standing().onFrame(new Frame.Dial("session", 1));
        site.server().close();
        FakeStream joining = new FakeStream();
        answers.get(1).complete(joining);
        assertThat(joining.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }
}
