package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.serve.DialOut;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.stream.MemoryStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The source cannot be reached: it dials the destination, and the same session runs over the streams it opens. */
class DialledStreamsTest {
    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final PeerFixture fixture = new PeerFixture(store);
    private volatile boolean isRemoved;
    private final DialledStreams dialled = new DialledStreams(
            PeerFixture.OWN,
            ServingSite.LIMITS,
            (hello, peer) -> {
                if (isRemoved) throw new MoverException(ErrorCode.PEER_NOT_PINNED, "the site was removed");
            },
            fixture.threads,
            Duration.ofMillis(500));

    /** The data port of the destination: it serves nothing, and takes streams of sources that dial. */
    private final ServingSite destination = new ServingSite(
            new MemoryStore(),
            fixture.cache.share(new CacheQuota("destination", 0, 4)),
            ServingSite.LIMITS,
            Clock.systemUTC(),
            dialled::accept);

    private final MemoryStreams toDestination = new MemoryStreams(destination::accept, 1, 1);
    private final DialOut dialOut = new DialOut(
            fixture.site.server(), PeerFixture.OWN.site(), toDestination::connect, fixture.threads, new Random(1));

    @AfterEach
    void close() {
        dialOut.close();
        destination.close();
        fixture.close();
        toDestination.close();
        assertThat(fixture.cache.blocksFree()).isEqualTo(fixture.cache.blocks());
    }

    @Test
    void filesArriveThoughTheSourceCannotBeReached() {
        fixture.streams.reachable(false);
        dialOut.start();
        await().pollInterval(5, MILLISECONDS).until(dialOut::isStanding);
        assertThat(dialled.isWaiting(ServingSite.SITE)).isTrue();

        PeerSource source = fixture.source(listener, dialled.opener(ServingSite.SITE));
        FileVersion version = StoreContent.put(store, "x", StoreContent.random(200_000, 3));
        FileId file = new FileId(1);
        source.want(List.of(new WantedFile(file, new Epoch(1), StorePath.ofUtf8("x"), version, List.of(), true)));
        await().pollInterval(5, MILLISECONDS).until(() -> listener.of(file).isOver());
        assertThat(listener.of(file).content(200_000)).isEqualTo(StoreContent.random(200_000, 3));
        await().pollInterval(5, MILLISECONDS).until(() -> source.streams() == 2);
    }

    @Test
    void siteWithoutAStandbyStreamCannotBeReached() {
        assertUnreachable();
    }

    @Test
    void siteThatIsToldToDialAndDoesNotCannotBeReached() {
        dialOut.start();
        await().pollInterval(5, MILLISECONDS).until(dialOut::isStanding);
        toDestination.reachable(false);
        assertUnreachable();
    }

    @Test
    void lostStandbyStreamIsDialledAgain() {
        dialOut.start();
        await().pollInterval(5, MILLISECONDS).until(dialOut::isStanding);
        toDestination.open().forEach(MemoryStream::cut);
        await().pollInterval(5, MILLISECONDS).until(() -> !dialled.isWaiting(ServingSite.SITE));
        await().atMost(10, SECONDS).until(() -> dialled.isWaiting(ServingSite.SITE));
    }

    @Test
    void standbyStreamOfASiteThatWasRemovedIsClosedAtOnce() {
        dialOut.start();
        await().pollInterval(5, MILLISECONDS).until(dialOut::isStanding);
        dialled.reconsider();
        assertThat(dialled.isWaiting(ServingSite.SITE)).isTrue();
        isRemoved = true;
        dialled.reconsider();
        await().pollInterval(5, MILLISECONDS).until(() -> !dialled.isWaiting(ServingSite.SITE));
    }

    @Test
    void standbyStreamToAnotherNodeThanTheHelloNamesIsEndedAndDialledAgain() {
        toDestination.prove(ServingSite.NODE, new NodeId("d".repeat(64)));
        dialOut.start();
        await().atMost(10, SECONDS).until(() -> toDestination.dialled() > 1);
        assertThat(dialOut.isStanding()).isFalse();
    }

    @Test
    void standbyStreamToAnotherSiteThanWasDialledIsEndedAndDialledAgain() {
        try (DialOut toAnother = new DialOut(
                fixture.site.server(),
                new SiteName("elsewhere"),
                toDestination::connect,
                fixture.threads,
                new Random(1))) {
            toAnother.start();
            await().atMost(10, SECONDS).until(() -> toDestination.dialled() > 1);
            assertThat(toAnother.isStanding()).isFalse();
        }
    }

    private void assertUnreachable() {
        CompletableFuture<?> opened = dialled.opener(ServingSite.SITE)
                .open(
                        "session-1",
                        new Connection(
                                new SerialLoop(fixture.threads, () -> {}, defect -> {}),
                                null,
                                fixture.receiving,
                                Duration.ofSeconds(60),
                                new StreamPace(System::nanoTime)))
                .toCompletableFuture();
        assertThatThrownBy(() -> opened.orTimeout(10, SECONDS).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_UNREACHABLE));
    }
}
