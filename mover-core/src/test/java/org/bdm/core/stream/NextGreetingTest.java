package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a stream allows between two sessions, on real sockets. */
class NextGreetingTest {
    private static final int BLOCK = 256 << 10;

    private final BlockCache cache = new BlockCache(4, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("both ends", 0, 4));
    private final RecordingListener listener = new RecordingListener();

    @AfterEach
    void everyBlockIsBack() {
        await().until(() -> cache.blocksFree() == cache.blocks());
    }

    private static StreamPair pairWithGreeting(Duration greeting) {
        StreamTiming quick = StreamPair.QUICK;
        return new StreamPair(
                TransportKind.best(),
                StreamPair.settings(
                        true,
                        new StreamTiming(
                                quick.connect(), greeting, quick.pingAfter(), quick.deadAfter(), quick.close())),
                TlsContexts.bestProvider());
    }

    @Test
    void secondGreetingHasATimeLimitOfItsOwn() {
        try (StreamPair pair = pairWithGreeting(Duration.ofMillis(200))) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), listener);
            dialled.authenticated();
            pair.accepted().authenticated();
            dialled.greetAgain();
            assertThat(listener.closed.join().code()).isEqualTo(ErrorCode.TIMED_OUT);
        }
    }

    @Test
    void greetingThatIsBegunTwiceAndEndsInTimeEndsNothing() {
        try (StreamPair pair = pairWithGreeting(Duration.ofMillis(200))) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), listener);
            dialled.authenticated();
            pair.accepted().authenticated();
            dialled.greetAgain();
            dialled.greetAgain();
            dialled.authenticated();
            await().during(Duration.ofMillis(400)).until(() -> !listener.closed.isDone());
        }
    }

    @Test
    void blockInASecondGreetingIsAViolation() {
        assertBlockIsRefused(DataStream::greetAgain);
    }

    @Test
    void blockOfAStreamThatReceivesNothingAnyMoreIsAViolation() {
        assertBlockIsRefused(DataStream::receiveNothing);
    }

    private void assertBlockIsRefused(Consumer<DataStream> between) {
        try (StreamPair pair = StreamPair.plain(TransportKind.best())) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), listener);
            DataStream accepted = pair.accepted();
            dialled.authenticated();
            dialled.receiveInto(share);
            between.accept(dialled);
            StreamPair.settle(dialled, pair.acceptedListener);
            StreamPair.sendBlock(accepted, share, 1000, new Random(1), 0);
            assertThat(listener.closed.join().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
            assertThat(listener.payloadSums).isEmpty();
        }
    }

    @Test
    void listenerOfAStreamThatHasEndedHearsIt() {
        try (StreamPair pair = StreamPair.plain(TransportKind.best())) {
            DataStream dialled = pair.connect(StreamSecurity.plain(), listener);
            dialled.close(new MoverException(ErrorCode.CANCELLED, "done"));
            listener.closed.join();
            RecordingListener late = new RecordingListener();
            dialled.listener(late);
            assertThat(late.closed.join().code()).isEqualTo(ErrorCode.CANCELLED);
        }
    }
}
