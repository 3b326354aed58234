package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.Scitag;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What networks are told of the streams of a source. */
class MarkedFlowsTest {
    private static final Scitag TAG = new Scitag(66);
    private static final Scitag OTHER = new Scitag(130);

    private final MemoryStore store = new MemoryStore();
    private final PeerFixture fixture = new PeerFixture(store);
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final List<Scitag> began = new CopyOnWriteArrayList<>();
    private final List<Long> ended = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    private PeerSource source() {
        fixture.options =
                new PeerOptions(2, 4, 64L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        fixture.marker = (ends, scitag) -> {
            began.add(scitag);
            return ended::add;
        };
        return fixture.source(listener);
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition::getAsBoolean);
    }

    @Test
    void streamsOfAJobWithoutATagAreNotTold() {
        PeerSource source = source();
        until(() -> source.streams() == 2);
        source.close();
        until(() -> source.streams() == 0);
        assertThat(began).isEmpty();
        assertThat(ended).isEmpty();
    }

    @Test
    void eachStreamIsToldOnceAndAtItsEndWithTheBytesThatCame() {
        PeerSource source = source();
        until(() -> source.streams() == 2);
        source.useScitag(TAG);
        until(() -> began.size() == 2);
        source.useStreams(3);
        until(() -> began.size() == 3);
        int size = 3 << 20;
        FileVersion version = StoreContent.put(store, "d/1", StoreContent.random(size, 1));
        WantedFile file = new WantedFile(
                new FileId(1), new Epoch(1), StorePath.ofUtf8("d/1"), version, List.of(new ByteRange(0, size)), false);
        source.want(List.of(file));
        until(() -> listener.of(file.file()).isOver());
        source.close();
        until(() -> ended.size() == began.size());
        assertThat(began).containsOnly(TAG);
        assertThat(ended.stream().mapToLong(Long::longValue).sum()).isEqualTo(size);
    }

    @Test
    void anotherTagIsAnotherFlow() {
        PeerSource source = source();
        until(() -> source.streams() == 2);
        source.useScitag(TAG);
        source.useScitag(TAG);
        source.useScitag(OTHER);
        until(() -> began.size() == 4);
        assertThat(began).containsExactly(TAG, TAG, OTHER, OTHER);
        assertThat(ended).hasSize(2);
    }

    @Test
    void aStreamThatBreaksHasEndedAndTheNextOneIsTold() {
        PeerSource source = source();
        until(() -> source.streams() == 2);
        source.useScitag(TAG);
        until(() -> began.size() == 2);
        fixture.streams.open().get(0).cut();
        until(() -> ended.size() == 1 && began.size() == 3);
    }
}
