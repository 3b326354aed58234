package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.bdm.core.id.Dscp;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.wire.Features;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which class the packets of the streams of a session have, at both ends. */
class DscpOfStreamsTest {
    private static final int STREAMS = 2;
    private static final Dscp LOW = Dscp.parse("CS1");
    private static final Dscp HIGH = Dscp.parse("EF");
    private static final KeptStreams.Way WAY = new KeptStreams.Way(
            ServingSite.SITE, ServingSite.NODE, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), false);

    private final PeerFixture fixture = new PeerFixture(new MemoryStore());
    private final KeptStreams kept = new KeptStreams(fixture.threads, Duration.ofSeconds(60));
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final AtomicInteger oneSided = new AtomicInteger();

    @AfterEach
    void close() {
        fixture.close();
        kept.close();
    }

    private PeerSource opened(StreamOpener dial, Dscp dscp) {
        PeerSource source = fixture.unopened(kept.over(WAY, dial));
        source.useDscp(dscp, oneSided::incrementAndGet);
        source.open(listener).toCompletableFuture().orTimeout(20, SECONDS).join();
        until(() -> source.streams() == STREAMS);
        return source;
    }

    private PeerSource opened(Dscp dscp) {
        return opened((session, stream) -> fixture.streams.connect(stream), dscp);
    }

    private void untilBothEndsHave(Dscp dscp) {
        until(() ->
                fixture.streams.open().stream().allMatch(stream -> stream.dscp().equals(dscp)));
        until(() -> fixture.streams.open().stream()
                .allMatch(stream -> stream.dscpOfFar().equals(dscp)));
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition::getAsBoolean);
    }

    @Test
    void bothEndsOfAllStreamsHaveTheClassOfTheSession() {
        opened(LOW);
        untilBothEndsHave(LOW);
        assertThat(oneSided).hasValue(0);
    }

    @Test
    void streamsThatAreOpenGetAnotherClass() {
        PeerSource source = opened(Dscp.DEFAULT);
        untilBothEndsHave(Dscp.DEFAULT);
        source.useDscp(HIGH, oneSided::incrementAndGet);
        untilBothEndsHave(HIGH);
    }

    @Test
    void streamsThatAreOpenedLaterHaveItToo() {
        PeerSource source = opened(LOW);
        source.useStreams(4);
        until(() -> source.streams() == 4);
        untilBothEndsHave(LOW);
    }

    @Test
    void nextSessionsOnTheSameStreamsHaveTheirOwnClassOrNone() {
        for (Dscp dscp : new Dscp[] {LOW, Dscp.DEFAULT, HIGH, LOW, Dscp.DEFAULT}) {
            PeerSource source = opened(dscp);
            untilBothEndsHave(dscp);
            source.close();
            until(() -> kept.size() == STREAMS);
            until(() -> fixture.streams.open().stream()
                    .allMatch(stream -> stream.dscp().isDefault()));
        }
        assertThat(fixture.streams.dialled()).isEqualTo(STREAMS);
    }

    @Test
    void peerThatDoesNotKnowClassesIsToldAndNotAsked() {
        opened((session, stream) -> fixture.streams.connect(new PeerOfBefore(stream, Features.NEXT_SESSION)), LOW);
        until(() -> oneSided.get() == STREAMS);
        assertThat(fixture.streams.open()).allMatch(stream -> stream.dscp().equals(LOW));
        assertThat(fixture.streams.open()).allMatch(stream -> stream.dscpOfFar().isDefault());
        assertThat(listener.errors()).isEmpty();
    }
}
