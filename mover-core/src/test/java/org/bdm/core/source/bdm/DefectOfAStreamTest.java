package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bdm.core.cache.Loan;
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
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stream ends because something threw that nobody expected: that costs the stream, and the source only if it happens again. */
class DefectOfAStreamTest {
    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final PeerFixture fixture = new PeerFixture(store);

    DefectOfAStreamTest() {
        fixture.options =
                new PeerOptions(1, 64L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
    }

    private static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition::getAsBoolean);
    }

    private WantedFile put() {
        FileVersion version = StoreContent.put(store, "f", new byte[1000]);
        return new WantedFile(new FileId(1), new Epoch(1), StorePath.ofUtf8("f"), version, List.of(), true);
    }

    /** The first streams, so many, fail at the welcome or, if they are to greet, at the first bytes. */
    private StreamOpener failing(int streams, boolean greets) {
        return (session, to) -> {
            boolean fails = fixture.streams.dialled() < streams;
            return fixture.streams.connect(fails ? new Broken(to, greets) : to);
        };
    }

    @Test
    void oneStreamThatFailsInTheGreetingIsReplaced() {
        PeerSource source = fixture.source(listener, failing(1, false));
        WantedFile wanted = put();
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).ended == 1);
        assertThat(listener.lost()).isNull();
        assertThat(fixture.streams.dialled()).isEqualTo(2);
    }

    @Test
    void fileOfAStreamThatFailsIsRequestedAgain() {
        PeerSource source = fixture.source(listener, failing(1, true));
        WantedFile wanted = put();
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).lost == 1);
        listener.again(wanted.file());
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).ended == 1);
        assertThat(listener.lost()).isNull();
    }

    @Test
    void secondStreamThatFailsEndsTheSource() {
        PeerSource source = fixture.unopened(failing(3, false));
        MoverException reason = source.open(listener)
                .handle((done, failure) -> Tickets.asMoverException(failure))
                .toCompletableFuture()
                .orTimeout(20, SECONDS)
                .join();
        assertThat(reason.code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(reason.detail()).contains("IllegalStateException: broken by the test");
        assertThat(fixture.streams.dialled()).isEqualTo(2);
    }

    /** Throws what no stream expects of its listener. */
    private static final class Broken extends Way {
        private final boolean greets;

        Broken(StreamListener to, boolean greets) {
            super(to);
            this.greets = greets;
        }

        @Override
        public void onFrame(Frame frame) {
            if (!greets) throw new IllegalStateException("broken by the test");
            to.onFrame(frame);
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
            throw new IllegalStateException("broken by the test");
        }
    }
}
