package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.PackIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackPressureTest {
    private static final int BLOCK = 1 << 20;
    /** Pings every 100 ms, dead after 400 ms. */
    private static final StreamTiming FAST = new StreamTiming(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(100),
            Duration.ofMillis(400),
            Duration.ofSeconds(1));

    private final BlockCache cache = new BlockCache(32, BLOCK);
    private final CacheShare sending = cache.share(new CacheQuota("sending", 0, 28));
    private final CacheShare receiving = cache.share(CacheQuota.ofStream("receiving", 2));

    /** Keeps the loans until it is told to give them back. */
    private static final class Hoarder extends RecordingListener {
        private final List<Loan> held = new CopyOnWriteArrayList<>();
        private volatile boolean hoards = true;

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            if (!hoards) {
                super.onPayload(frame, payload, payloadLength);
                return;
            }
            held.add(payload);
            frames.add(frame);
        }

        void give() {
            hoards = false;
            held.forEach(Loan::release);
            held.clear();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReaderWithoutBlocksStopsTheSenderAndNobodyIsCalledDead(boolean encrypted) {
        try (StreamPair pair = pair(FAST)) {
            Hoarder hoarder = new Hoarder();
            DataStream destination = pair.connect(encrypted ? StreamPair.clientTls() : StreamSecurity.plain(), hoarder);
            DataStream source = pair.accepted();
            destination.authenticated();
            destination.receiveInto(receiving);
            StreamPair.settle(destination, pair.acceptedListener);
            source.authenticated();

            int blocks = 24;
            Random random = new Random(1);
            for (int i = 0; i < blocks; i++) {
                StreamPair.sendBlock(source, sending, BLOCK, random, (long) i * BLOCK);
            }
            await().until(() -> hoarder.held.size() == 2);
            await().during(Duration.ofMillis(1200)) // three times the time after which a silent peer is dead
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> hoarder.held.size() == 2 && source.blocksQueued() > 0);
            assertThat(hoarder.closed).isNotDone();
            assertThat(pair.acceptedListener.closed).isNotDone();

            destination.send(new Frame.Dial("cancel-while-stalled", 1));
            await().until(() -> !pair.acceptedListener.frames.isEmpty());

            hoarder.give();
            await().until(() -> hoarder.frames.size() == blocks);
            await().until(() -> source.blocksQueued() == 0 && cache.blocksFree() == 32);
            assertThat(pair.acceptedListener.writableCalls.get()).isPositive();
        }
    }

    @Test
    void aPausedReaderIsNotCalledDeadAndGoesOn() {
        try (StreamPair pair = pair(FAST)) {
            RecordingListener listener = new RecordingListener();
            DataStream dialled = pair.connect(StreamSecurity.plain(), listener);
            DataStream accepted = pair.accepted();
            dialled.authenticated();
            accepted.authenticated();
            dialled.pauseReading();
            StreamPair.settle(dialled, pair.acceptedListener);
            accepted.send(new Frame.Dial("after-the-pause", 1));
            await().during(Duration.ofMillis(1200))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> listener.frames.isEmpty());
            assertThat(listener.closed).isNotDone();
            assertThat(pair.acceptedListener.closed).isNotDone();
            dialled.resumeReading();
            await().until(() -> !listener.frames.isEmpty());
        }
    }

    @Test
    void aSilentPeerIsDead() throws Exception {
        try (StreamPair pair = pair(FAST);
                RawClient mute = new RawClient(pair.acceptor.address()).send(FirstBytesHandler.PREFACE)) {
            assertThat(mute).isNotNull();
            pair.accepted().authenticated();
            assertThat(pair.acceptedListener.closed.get(5, TimeUnit.SECONDS).code())
                    .isEqualTo(ErrorCode.TIMED_OUT);
        }
    }

    @Test
    void aControlFrameOvertakesBlocksAndFileEndDoesNot() {
        try (StreamPair pair = pair(StreamPair.QUICK)) {
            Hoarder hoarder = new Hoarder();
            DataStream destination = pair.connect(StreamSecurity.plain(), hoarder);
            DataStream source = pair.accepted();
            destination.authenticated();
            destination.receiveInto(receiving);
            StreamPair.settle(destination, pair.acceptedListener);
            source.authenticated();
            int blocks = 24;
            Random random = new Random(1);
            for (int i = 0; i < blocks; i++) {
                StreamPair.sendBlock(source, sending, BLOCK, random, (long) i * BLOCK);
            }
            await().until(() -> hoarder.held.size() == 2);
            // how much the kernel takes beforehand is its own affair: what is still queued when it takes no more is
            // what can be overtaken
            AtomicInteger queued = new AtomicInteger(blocks);
            await().pollInterval(Duration.ofMillis(300))
                    .until(() -> queued.getAndSet(source.blocksQueued()) == queued.get());
            source.send(fileEnd());
            source.send(new Frame.Dial("urgent", 1));
            // both are with the event loop before the blocks flow again
            await().during(Duration.ofMillis(500)).until(() -> hoarder.held.size() == 2);
            queued.set(source.blocksQueued());
            hoarder.give();
            await().until(() -> hoarder.frames.size() == blocks + 2);
            List<Frame> frames = new ArrayList<>(hoarder.frames);
            assertThat(frames.get(blocks + 1)).isInstanceOf(Frame.FileEnd.class);
            int overtaken = blocks - frames.indexOf(new Frame.Dial("urgent", 1));
            assertThat(overtaken).isBetween(Math.max(0, queued.get() - 2), blocks); // two are with the channel already
        }
    }

    /** Ends the greeting; then the destination takes no more than that. */
    private void greetAndLimit(StreamPair pair, DataStream destination, DataStream source, long bytesPerSecondMax) {
        destination.authenticated();
        destination.receiveInto(receiving);
        StreamPair.settle(destination, pair.acceptedListener);
        source.authenticated();
        destination.limitReceiveRate(bytesPerSecondMax);
        StreamPair.settle(destination, pair.acceptedListener);
    }

    @Test
    void aRateLimitSpreadsTheBytesAndIsLifted() {
        try (StreamPair pair = pair(FAST)) {
            RecordingListener listener = new RecordingListener();
            DataStream destination = pair.connect(StreamSecurity.plain(), listener);
            DataStream source = pair.accepted();
            greetAndLimit(pair, destination, source, 200_000);
            Random random = new Random(1);
            for (int i = 0; i < 8; i++) StreamPair.sendBlock(source, sending, BLOCK, random, (long) i * BLOCK);
            await().during(Duration.ofMillis(1500))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> listener.frames.isEmpty());
            assertThat(listener.closed).isNotDone();
            destination.limitReceiveRate(0);
            await().until(() -> listener.frames.size() == 8);
        }
    }

    @Test
    @Tag("U17")
    void bytesOfABlockAreSeenBeforeItIsWhole() {
        try (StreamPair pair = pair(FAST)) {
            RecordingListener listener = new RecordingListener();
            DataStream destination = pair.connect(StreamSecurity.plain(), listener);
            DataStream source = pair.accepted();
            greetAndLimit(pair, destination, source, 100_000);
            StreamPair.sendBlock(source, sending, BLOCK, new Random(1), 0);
            await().until(() -> destination.bytesArriving() > 0);
            assertThat(listener.frames).isEmpty();
            destination.limitReceiveRate(0);
            await().until(() -> listener.frames.size() == 1);
            assertThat(destination.bytesArriving()).isZero();
        }
    }

    @Test
    @Tag("U17")
    void theIndexOfAPackIsNotTakenForBytesOfFiles() {
        try (StreamPair pair = pair(FAST)) {
            RecordingListener listener = new RecordingListener();
            DataStream destination = pair.connect(StreamSecurity.plain(), listener);
            DataStream source = pair.accepted();
            greetAndLimit(pair, destination, source, 50_000);
            sendPackWithoutBytes(source, 256);
            AtomicInteger most = new AtomicInteger();
            await().pollInterval(Duration.ofMillis(1)).until(() -> {
                most.accumulateAndGet(destination.bytesArriving(), Math::max);
                return listener.frames.size() == 1;
            });
            assertThat(most).hasValue(0);
        }
    }

    private void sendPackWithoutBytes(DataStream stream, int files) {
        List<Frame.PackPiece> pieces = new ArrayList<>();
        for (int i = 1; i <= files; i++)
            pieces.add(new Frame.PackPiece(
                    new FileId(i), new Epoch(1), 0, null, 0, ErrorCode.SOURCE_NOT_FOUND, "is not there"));
        Loan loan = sending.tryLend();
        int length = PackIndex.write(pieces, loan.payload(0, loan.payloadCapacity()));
        int crc = RunningDigest.crc32c(loan.payload(0, length));
        stream.send(new Frame.Pack(new RequestId(1), List.of(), 0, crc), loan, length);
    }

    @Test
    void closingDropsWhatIsQueuedAndGivesEveryBlockBack() {
        try (StreamPair pair = pair(StreamPair.QUICK)) {
            Hoarder hoarder = new Hoarder();
            DataStream destination = pair.connect(StreamSecurity.plain(), hoarder);
            DataStream source = pair.accepted();
            destination.authenticated();
            destination.receiveInto(receiving);
            StreamPair.settle(destination, pair.acceptedListener);
            Random random = new Random(1);
            for (int i = 0; i < 20; i++) StreamPair.sendBlock(source, sending, BLOCK, random, (long) i * BLOCK);
            await().until(() -> hoarder.held.size() == 2);
            source.close(new MoverException(ErrorCode.GOING_AWAY, "stopping"));
            assertThat(pair.acceptedListener.closed.join().code()).isEqualTo(ErrorCode.GOING_AWAY);
            await().until(() -> cache.blocksFree() == 30);
            hoarder.give();
            destination.close(new MoverException(ErrorCode.CANCELLED, "enough"));
            hoarder.closed.join();
            await().until(() -> cache.blocksFree() == 32);
            assertThat(source.blocksQueued()).isZero();
        }
    }

    @Test
    void whoNeverReadsAnswersIsClosed() throws Exception {
        try (StreamPair pair = pair(StreamPair.QUICK);
                RawClient deaf = new RawClient(pair.acceptor.address()).send(FirstBytesHandler.PREFACE)) {
            assertThat(deaf).isNotNull();
            DataStream stream = pair.accepted();
            stream.authenticated();
            Frame big = new Frame.Goodbye(true, "x".repeat(2000));
            for (int i = 0; i < 20_000 && !pair.acceptedListener.closed.isDone(); i++) stream.send(big);
            assertThat(pair.acceptedListener.closed.get(5, TimeUnit.SECONDS).detail())
                    .contains("stopped reading");
        }
    }

    private static Frame fileEnd() {
        FileVersion version = new FileVersion(1, Instant.EPOCH, Instant.EPOCH, 1);
        return new Frame.FileEnd(new RequestId(1), new FileId(7), new Epoch(1), version, 0644);
    }

    private static StreamPair pair(StreamTiming timing) {
        return new StreamPair(TransportKind.best(), StreamPair.settings(true, timing), TlsContexts.bestProvider());
    }
}
