package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A source that stays connected, and does not do what it is asked: every request has its end. */
class StuckSourceTest {
    private static final int MIB = 1 << 20;
    private static final Duration SHORT = Duration.ofMillis(600);

    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final PeerFixture fixture = new PeerFixture(store);

    StuckSourceTest() {
        fixture.options = new PeerOptions(1, 64L * MIB, Duration.ofSeconds(1), Duration.ofMillis(600), SHORT);
        fixture.clock = Clock.systemUTC(); // the patience of a source is real here
    }

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        assertThat(listener.errors()).isEmpty();
    }

    @Test
    void fileThatIsEndedBeforeItsBytesCameFailsAndTheStreamGoesOn() {
        WantedFile bad = put(1, 3 * MIB);
        WantedFile good = put(2, 3 * MIB);
        PeerSource source = source(frame -> frame instanceof Frame.Block block
                && block.tag().file().equals(bad.file())
                && block.tag().range().offset() > 0);
        source.want(List.of(bad, good));
        assertFailed(bad, ErrorCode.PROTOCOL_VIOLATION);
        assertArrived(good);
        assertThat(fixture.streams.dialled()).isEqualTo(1);
    }

    @Test
    void fileThatIsNeverEndedTimesOutThoughTheStreamIsAlive() {
        WantedFile bad = put(1, 3 * MIB);
        WantedFile good = put(2, 3 * MIB);
        PeerSource source =
                source(frame -> frame instanceof Frame.FileEnd end && end.file().equals(bad.file()));
        source.want(List.of(bad, good));
        assertFailed(bad, ErrorCode.TIMED_OUT);
        assertThat(listener.of(bad.file()).ranges.coversAll(3 * MIB)).isTrue();
        assertArrived(good);
    }

    @Test
    void rangeThatIsPassedByTimesOutThoughOthersAreAnswered() {
        WantedFile bad = put(1, 3 * MIB);
        List<WantedFile> good = new ArrayList<>();
        for (int i = 2; i < 12; i++) good.add(put(i, MIB));
        PeerSource source = source(frame ->
                (frame instanceof Frame.Block block && block.tag().file().equals(bad.file()))
                        || (frame instanceof Frame.FileEnd end && end.file().equals(bad.file())));
        source.want(List.of(bad));
        source.want(good);
        assertFailed(bad, ErrorCode.TIMED_OUT);
        good.forEach(this::assertArrived);
    }

    @Test
    void sourceThatWelcomesAndThenAnswersNothingIsGivenUp() {
        PeerSource source = source(frame -> !(frame instanceof Frame.Welcome));
        until(() -> {
            if (listener.lost() == null) askAgain(source, put(1, MIB));
            return listener.lost() != null;
        });
        assertThat(listener.lost().code()).isEqualTo(ErrorCode.TIMED_OUT);
    }

    @Test
    void sourceThatWelcomesAndClosesWhenItIsAskedIsGivenUp() {
        PeerSource source = fixture.source(
                listener,
                (session, stream) -> fixture.streams.connect(stream).thenApply(opened -> {
                    MemoryStream memory = (MemoryStream) opened;
                    memory.onSend(frame -> {
                        if (frame instanceof Frame.Want) memory.cut();
                    });
                    return opened;
                }));
        WantedFile wanted = put(1, MIB);
        until(() -> {
            if (listener.lost() == null) askAgain(source, wanted);
            return listener.lost() != null;
        });
        assertThat(listener.lost().detail()).contains("sends none of the requested data");
    }

    @Test
    void sourceThatTakesNoMoreRequestsIsGivenUp() {
        AtomicReference<StreamListener> ours = new AtomicReference<>();
        PeerSource source = fixture.source(listener, (session, stream) -> {
            ours.set(stream);
            return fixture.streams.connect(stream);
        });
        ours.get().onFrame(new Frame.Limits(0, 0, 0));
        source.want(List.of(put(1, MIB)));
        until(() -> listener.lost() != null);
        assertThat(listener.lost().code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
    }

    @Test
    void digestWhoseProgressDoesNotGrowTimesOut() {
        AtomicReference<StreamListener> ours = new AtomicReference<>();
        AtomicReference<Frame.AskDigest> asked = new AtomicReference<>();
        WantedFile file = put(1, MIB);
        PeerSource source = fixture.source(listener, (session, stream) -> {
            ours.set(stream);
            return fixture.streams
                    .connect(new Dropping(stream, frame -> frame instanceof Frame.DigestAnswer))
                    .thenApply(opened -> {
                        ((MemoryStream) opened).onSend(frame -> {
                            if (frame instanceof Frame.AskDigest ask) asked.set(ask);
                        });
                        return opened;
                    });
        });
        var answer = source.digest(file.file(), file.path(), file.expected(), ChecksumAlgorithm.SHA256)
                .toCompletableFuture();
        until(() -> {
            if (asked.get() != null) {
                ours.get()
                        .onFrame(new Frame.DigestAnswer(
                                asked.get().request(), file.file(), 5, java.util.Optional.empty()));
            }
            return answer.isDone();
        });
        assertThatThrownBy(answer::join)
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
    }

    @Test
    void holesInCrumbsEndTheSource() {
        AtomicReference<StreamListener> ours = new AtomicReference<>();
        AtomicReference<Frame.Want> asked = new AtomicReference<>();
        PeerSource source = fixture.source(listener, (session, stream) -> {
            ours.set(stream);
            return fixture.streams
                    .connect(new Dropping(
                            stream, frame -> frame instanceof Frame.Block || frame instanceof Frame.FileEnd))
                    .thenApply(opened -> {
                        ((MemoryStream) opened).onSend(frame -> {
                            if (frame instanceof Frame.Want want) asked.set(want);
                        });
                        return opened;
                    });
        });
        WantedFile file = put(1, MIB);
        source.want(List.of(file));
        until(() -> asked.get() != null);
        ours.get().onFrame(new Frame.Zero(asked.get().request(), file.file(), file.epoch(), new ByteRange(0, 1)));
        until(() -> listener.lost() != null);
        assertThat(listener.lost().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    private PeerSource source(Predicate<Frame> dropped) {
        return fixture.source(listener, (session, stream) -> fixture.streams.connect(new Dropping(stream, dropped)));
    }

    private void askAgain(PeerSource source, WantedFile file) {
        var received = listener.of(file.file());
        if (received.lost == 0 && received.failure == null && received.ended == 0 && asked) return;
        asked = true;
        listener.again(file.file());
        source.want(List.of(file));
    }

    private boolean asked;

    private WantedFile put(int number, int size) {
        String path = "d/" + number;
        FileVersion version = StoreContent.put(store, path, StoreContent.random(size, number));
        return new WantedFile(
                new FileId(number),
                new Epoch(1),
                StorePath.ofUtf8(path),
                version,
                List.of(new ByteRange(0, size)),
                false);
    }

    private void assertFailed(WantedFile file, ErrorCode code) {
        until(() -> listener.of(file.file()).isOver());
        assertThat(listener.of(file.file()).failure).isNotNull();
        assertThat(listener.of(file.file()).failure.code()).isEqualTo(code);
    }

    private void assertArrived(WantedFile file) {
        until(() -> listener.of(file.file()).ended == 1 || listener.of(file.file()).lost > 0);
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition);
    }
}
