package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Features;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many reads a source does at once on one stream: its disk holds every read until the test lets go. */
class NumberOfReadersTest {
    private static final int MIB = 1 << 20;
    private static final KeptStreams.Way WAY = new KeptStreams.Way(
            ServingSite.SITE, ServingSite.NODE, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), false);

    private final MemoryStore store = new MemoryStore();
    private final HeldStore held = new HeldStore(store);
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final PeerFixture fixture = new PeerFixture(held);
    private final KeptStreams kept = new KeptStreams(fixture.threads, Duration.ofSeconds(60));
    private int files;

    @BeforeEach
    void oneStream() {
        fixture.options =
                new PeerOptions(1, 64L * MIB, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    @AfterEach
    void everyBlockIsBack() {
        held.letAll();
        fixture.close();
        kept.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        assertThat(listener.errors()).isEmpty();
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition);
    }

    private PeerSource opened(StreamOpener dial) {
        return fixture.source(listener, kept.over(WAY, dial));
    }

    private PeerSource opened() {
        return opened((session, stream) -> fixture.streams.connect(stream));
    }

    private WantedFile file() {
        files++;
        var version = StoreContent.put(store, "f" + files, StoreContent.random(2 * MIB, files));
        return new WantedFile(
                new FileId(files), new Epoch(1), StorePath.ofUtf8("f" + files), version, List.of(), false, List.of());
    }

    /** Wants two files, and returns how many reads stand at the disk at most until both have come. */
    private int readsAtOnce(PeerSource source, int atLeast) {
        held.hold();
        List<WantedFile> wanted = new ArrayList<>(List.of(file(), file()));
        source.want(wanted);
        until(() -> held.waiting() >= atLeast);
        held.letAll();
        until(() -> wanted.stream().allMatch(each -> listener.of(each.file()).isOver()));
        return held.mostWaiting();
    }

    @Test
    void theSourceTellsHowManyReadersItHasAndBeginsWithOne() {
        PeerSource source = opened();
        assertThat(source.readersMost()).isEqualTo(2);
        assertThat(readsAtOnce(source, 1)).isEqualTo(1);
    }

    @Test
    void itReadsAsMuchAtOnceAsItWasToldWhileTheStreamIsOpen() {
        PeerSource source = opened();
        source.useReaders(2);
        assertThat(readsAtOnce(source, 2)).isEqualTo(2);
        source.useReaders(1);
        assertThat(readsAtOnce(source, 1)).isEqualTo(1);
    }

    @Test
    void aStreamThatIsOpenedLaterHasTheNumberToo() {
        PeerSource source = fixture.unopened(kept.over(WAY, (session, stream) -> fixture.streams.connect(stream)));
        source.useReaders(64);
        source.open(listener).toCompletableFuture().orTimeout(20, SECONDS).join();
        assertThat(readsAtOnce(source, 2)).isEqualTo(2);
    }

    @Test
    void theNextSessionOnTheSameStreamBeginsWithOneReader() {
        PeerSource first = opened();
        first.useReaders(2);
        assertThat(readsAtOnce(first, 2)).isEqualTo(2);
        first.close();
        until(() -> kept.size() == 1);
        assertThat(readsAtOnce(opened(), 1)).isEqualTo(1);
        assertThat(fixture.streams.dialled()).isEqualTo(1);
    }

    @Test
    void aSourceThatKnowsNoReadersIsNotTold() {
        PeerSource source =
                opened((session, stream) -> fixture.streams.connect(new PeerOfBefore(stream, Features.NEXT_SESSION)));
        source.useReaders(2);
        assertThat(source.readersMost()).isEqualTo(1);
        assertThat(readsAtOnce(source, 1)).isEqualTo(1);
    }
}
