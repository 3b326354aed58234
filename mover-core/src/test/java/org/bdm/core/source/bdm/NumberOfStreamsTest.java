package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.serve.Access;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.StreamRange;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a source gets more and fewer streams while files move. */
class NumberOfStreamsTest {
    private static final int MIB = 1 << 20;

    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private PeerFixture fixture = new PeerFixture(store);

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        assertThat(listener.errors()).isEmpty();
    }

    @Test
    void opensMoreStreamsAndParksThoseThatAreTooMany() {
        fixture.options =
                new PeerOptions(2, 6, 64L * MIB, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        PeerSource source = fixture.source(listener);
        assertThat(source.streamRange()).isEqualTo(new StreamRange(1, 2, 6));
        source.useStreams(6);
        until(() -> source.streams() == 6);
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 24; i++) wanted.add(put(i, 2 * MIB));
        source.want(wanted);

        source.useStreams(1);
        wanted.forEach(this::assertArrived);
        until(() -> source.streams() == 1);

        assertThat(wanted)
                .allSatisfy(file -> assertThat(listener.of(file.file()).lost).isZero());
        source.useStreams(3);
        until(() -> source.streams() == 3);
        WantedFile another = put(25, MIB);
        source.want(List.of(another));
        assertArrived(another);
    }

    @Test
    void aNewStreamGetsWorkAlthoughASlowOneCouldHaveBeenAskedForAll() {
        fixture.options =
                new PeerOptions(1, 2, 64L * MIB, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        PeerSource source = fixture.source(listener);
        MemoryStream slow = fixture.streams.open().get(0);
        slow.stall(true);
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 8; i++) wanted.add(put(i, 6 * MIB)); // as much as one stream takes
        source.want(wanted);

        source.useStreams(2);

        until(() -> wanted.stream()
                        .filter(file -> listener.of(file.file()).isOver())
                        .count()
                >= 5);
        slow.stall(false);
        wanted.forEach(this::assertArrived);
    }

    @Test
    void nothingMoreIsAskedOnStreamsThatAreTooMany() throws Exception {
        fixture.close();
        fixture = new PeerFixture(store, new OfferedLimits(256 << 10, MIB, 16, 64), 32, 1, 1);
        PeerSource source = fixture.source(listener);
        source.useStreams(4);
        until(() -> source.streams() == 4);
        Map<MemoryStream, AtomicInteger> wants = new ConcurrentHashMap<>();
        for (MemoryStream stream : fixture.streams.open()) {
            AtomicInteger number = new AtomicInteger();
            wants.put(stream, number);
            stream.onSend(frame -> {
                if (frame instanceof Frame.Want) number.incrementAndGet();
            });
        }
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 24; i++) wanted.add(put(i, 2 * MIB)); // a stream takes half of one at a time
        source.want(wanted);

        source.useStreams(1);
        source.status(StorePath.ROOT).toCompletableFuture().get(10, SECONDS); // then that has been done
        Map<MemoryStream, Integer> before = new HashMap<>();
        wants.forEach((stream, number) -> before.put(stream, number.get()));
        wanted.forEach(this::assertArrived);

        assertThat(wants.keySet())
                .filteredOn(stream -> wants.get(stream).get() > before.get(stream))
                .hasSize(1);
        assertThat(source.streams()).isEqualTo(1);
    }

    @Test
    void streamsThatThePeerRefusesAreDialledLessAndLessOftenAndDoNotHinderTheOthers() {
        fixture.site.limits(new Access.Limits(2, Access.Limits.ANY_BYTES));
        PeerSource source = fixture.source(listener);
        until(() -> source.streams() == 2);
        long begun = System.nanoTime();

        source.useStreams(6);
        until(() -> fixture.streams.dialled() >= 2 + 4 * 4); // one of the four was dialled four times

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(50 + 100 + 200 - 10));
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 10; i++) wanted.add(put(i, 2 * MIB));
        source.want(wanted);
        wanted.forEach(this::assertArrived);
        assertThat(source.streams()).isEqualTo(2);
        assertThat(listener.lost()).isNull();
        source.useStreams(2);
        until(() -> source.streams() == 2);
    }

    @Test
    void streamThatDiesWhileItIsOneTooManyIsNotDialledAgain() {
        PeerSource source = fixture.source(listener);
        until(() -> source.streams() == 2);
        List<MemoryStream> both = fixture.streams.open();
        both.forEach(stream -> stream.stall(true));
        List<WantedFile> wanted = List.of(put(1, 2 * MIB), put(2, 2 * MIB));
        source.want(wanted);
        source.useStreams(1); // nothing has come on either
        both.get(0).cut();
        both.get(1).cut();

        until(() -> {
            for (WantedFile file : wanted) askAgainIfLost(source, file);
            return wanted.stream().allMatch(file -> listener.of(file.file()).ended == 1);
        });
        wanted.forEach(this::assertArrived);
        assertThat(source.streams()).isEqualTo(1);
        assertThat(fixture.streams.dialled()).isEqualTo(3);
    }

    /** What was lost is asked for as a session does: without what has come. */
    private void askAgainIfLost(PeerSource source, WantedFile file) {
        Received received = listener.of(file.file());
        if (received.lost == 0) return;
        listener.again(file.file());
        List<ByteRange> missing = received.ranges.missing(file.expected().size());
        source.want(List.of(new WantedFile(file.file(), file.epoch(), file.path(), file.expected(), missing, false)));
    }

    private WantedFile put(int number, int size) {
        FileVersion version = StoreContent.put(store, "d/" + number, StoreContent.random(size, number));
        List<ByteRange> ranges = List.of(new ByteRange(0, size));
        StorePath path = StorePath.ofUtf8("d/" + number);
        return new WantedFile(new FileId(number), new Epoch(1), path, version, ranges, false);
    }

    private void assertArrived(WantedFile file) {
        until(() -> listener.of(file.file()).isOver());
        Received received = listener.of(file.file());
        assertThat(received.failure).isNull();
        assertThat(received.ended).isEqualTo(1);
        int size = (int) file.expected().size();
        assertThat(received.content(size))
                .isEqualTo(StoreContent.random(size, file.file().number()));
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(30, SECONDS)
                .until(condition);
    }
}
