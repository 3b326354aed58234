package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DataStreamTest {
    private static final int BLOCK = 1 << 20;

    private final BlockCache cache = new BlockCache(12, BLOCK);
    private final CacheShare sending = cache.share(new CacheQuota("sending", 0, 6));
    private final CacheShare receiving = cache.share(CacheQuota.ofStream("receiving", 4));

    /** How the bytes travel. */
    enum Path {
        PLAIN_EPOLL,
        PLAIN_NIO,
        TLS_EPOLL,
        TLS_NIO,
        TLS_OF_THE_JDK;

        StreamPair pair() {
            TransportKind transport = this == PLAIN_NIO || this == TLS_NIO ? TransportKind.NIO : TransportKind.best();
            SslProvider provider = this == TLS_OF_THE_JDK ? SslProvider.JDK : TlsContexts.bestProvider();
            return new StreamPair(transport, StreamPair.settings(true, StreamPair.QUICK), provider);
        }

        StreamSecurity security() {
            return this == PLAIN_EPOLL || this == PLAIN_NIO ? StreamSecurity.plain() : StreamPair.clientTls();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void blocksArriveByteExactInBothDirections(Path path) {
        try (StreamPair pair = path.pair()) {
            RecordingListener dialledListener = new RecordingListener();
            DataStream dialled = pair.connect(path.security(), dialledListener);
            DataStream accepted = pair.accepted();
            assertThat(dialled.peer().isEncrypted()).isEqualTo(path.security() instanceof StreamSecurity.Tls);
            prepare(dialled);
            prepare(accepted);
            StreamPair.settle(dialled, pair.acceptedListener);
            StreamPair.settle(accepted, dialledListener);

            List<Integer> sent = sendAll(accepted, 20);
            await().until(() -> dialledListener.payloadSums.size() == 20);
            assertThat(dialledListener.payloadSums).isEqualTo(sent);

            List<Integer> sentBack = sendAll(dialled, 20);
            await().until(() -> pair.acceptedListener.payloadSums.size() == 20);
            assertThat(pair.acceptedListener.payloadSums).isEqualTo(sentBack);

            dialled.close(new MoverException(ErrorCode.CANCELLED, "done"));
            assertThat(pair.acceptedListener.closed.join().code()).isEqualTo(ErrorCode.CANCELLED);
            assertThat(dialledListener.closed.join().code()).isEqualTo(ErrorCode.CANCELLED);
            await().until(() -> cache.blocksFree() == 12);
        }
    }

    @Test
    void whatAListenerThrowsEndsTheStreamAndIsNamedInOneLine() {
        RecordingListener broken = new RecordingListener() {
            @Override
            public void onFrame(Frame frame) {
                throw new IllegalStateException("broken by\n  the test");
            }
        };
        try (StreamPair pair = StreamPair.plain(TransportKind.best())) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), broken);
            pair.accepted().send(new Frame.Dial("session", 1));
            MoverException here = broken.closed.join();
            assertThat(here.code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(here.detail())
                    .isEqualTo(dialled.id()
                            + " failed in this program: java.lang.IllegalStateException: broken by the test");
            MoverException there = pair.acceptedListener.closed.join();
            assertThat(there.code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(there.detail()).isEqualTo("the other side closed the stream: " + here.detail());
        }
    }

    private void prepare(DataStream stream) {
        stream.authenticated();
        stream.receiveInto(receiving);
    }

    /** Sizes from 1 byte to a whole block; waits for free blocks as a reader does. */
    private List<Integer> sendAll(DataStream stream, int count) {
        Random random = new Random(42);
        List<Integer> sums = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = i % 3 == 0 ? BLOCK : 1 + random.nextInt(BLOCK);
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> sending.blocksLent() < 6);
            sums.add(StreamPair.sendBlock(stream, sending, length, random, (long) i * BLOCK));
        }
        return sums;
    }

    @Test
    void endingTheLoopsGivesBlocksBackAndTellsListeners() {
        RecordingListener dialledListener = new RecordingListener();
        StreamPair pair = StreamPair.plain(TransportKind.best());
        DataStream dialled = pair.connect(StreamSecurity.plain(), dialledListener);
        DataStream accepted = pair.accepted();
        dialled.authenticated();
        dialled.pauseReading();
        StreamPair.settle(dialled, pair.acceptedListener);
        for (int i = 0; i < 6; i++) StreamPair.sendBlock(accepted, sending, BLOCK, new Random(1), (long) i * BLOCK);
        pair.close();
        assertThat(dialledListener.closed.join().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(pair.acceptedListener.closed.join().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        await().until(() -> cache.blocksFree() == 12);
    }

    @Test
    void aStreamWaitsWhileTheFileOfItsBlockHasEnoughOnTheWay() {
        BlockCache large = new BlockCache(5, BlockCache.FILE_BYTES_MAX / 4);
        CacheShare stages = large.share(new CacheQuota("disk stages", 0, 5));
        List<Loan> onTheWay = new ArrayList<>();
        for (int i = 0; i < 4; i++) onTheWay.add(stages.forFile(7).tryLend());
        RecordingListener listener = new RecordingListener();
        try (StreamPair pair = StreamPair.plain(TransportKind.best())) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), listener);
            DataStream accepted = pair.accepted();
            dialled.authenticated();
            dialled.receiveInto(stages);
            StreamPair.settle(dialled, pair.acceptedListener);
            StreamPair.sendBlock(accepted, sending, BLOCK, new Random(1), 0); // of file 7
            await().until(() -> accepted.blocksQueued() == 0);
            await().during(Duration.ofMillis(200))
                    .until(() -> listener.payloadSums.isEmpty() && large.blocksFree() == 1);

            onTheWay.get(0).release();
            await().until(() -> listener.payloadSums.size() == 1);
        }
        onTheWay.subList(1, 4).forEach(Loan::release);
        await().until(() -> large.blocksFree() == 5);
    }

    @Test
    void aFrameArrivesAsItWasSent() {
        try (StreamPair pair = StreamPair.plain(TransportKind.best())) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), new RecordingListener());
            dialled.send(new Frame.Dial("a-session", 3));
            await().until(() -> !pair.acceptedListener.frames.isEmpty());
            assertThat(pair.acceptedListener.frames).containsExactly(new Frame.Dial("a-session", 3));
        }
    }
}
