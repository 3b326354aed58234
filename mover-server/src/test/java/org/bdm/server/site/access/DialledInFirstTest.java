package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.bdm.StreamOpener;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A site that may be dialled, or may wait here to be told to dial. */
class DialledInFirstTest {
    private final MemoryStreams network = new MemoryStreams(stream -> new Deaf(), 1, 0);
    private final Way dialledIn = new Way();
    private final Way ports = new Way();
    private boolean isWaiting;
    private final DialledInFirst session = new DialledInFirst(() -> isWaiting, dialledIn, ports);

    @AfterEach
    void close() {
        network.close();
    }

    private final class Way implements StreamOpener {
        private final List<DataStream> opened = new ArrayList<>();
        private final List<DataStream> ended = new ArrayList<>();
        private final List<DataStream> back = new ArrayList<>();

        @Override
        public CompletionStage<DataStream> open(String name, StreamListener listener) {
            return network.connect(listener).thenApply(stream -> {
                opened.add(stream);
                return stream;
            });
        }

        @Override
        public boolean ended(DataStream stream, boolean wasGreeted) {
            ended.add(stream);
            return true;
        }

        @Override
        public void giveBack(DataStream stream) {
            back.add(stream);
        }
    }

    private DataStream stream() {
        return session.open("s", new Deaf()).toCompletableFuture().join();
    }

    @Test
    void siteThatBeginsToWaitDuringASessionIsToldToDialForItsNextStream() {
        stream();
        isWaiting = true;
        stream();
        isWaiting = false;
        stream();
        assertThat(ports.opened).hasSize(2);
        assertThat(dialledIn.opened).hasSize(1);
    }

    @Test
    void streamsEndWhereTheyWereOpenedWhateverTheSiteDoesNow() {
        DataStream atPort = stream();
        isWaiting = true;
        DataStream cameIn = stream();
        DataStream another = stream();
        session.giveBack(atPort);
        isWaiting = false;
        session.giveBack(cameIn);
        session.ended(another, true);
        assertThat(ports.back).containsExactly(atPort);
        assertThat(dialledIn.back).containsExactly(cameIn);
        assertThat(dialledIn.ended).containsExactly(another);
    }

    private static final class Deaf implements StreamListener {
        @Override
        public void onFrame(Frame frame) {
            // not of interest
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // not of interest
        }

        @Override
        public void onClosed(MoverException reason) {
            // not of interest
        }
    }
}
