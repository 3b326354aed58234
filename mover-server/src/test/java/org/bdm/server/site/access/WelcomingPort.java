package org.bdm.server.site.access;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.stream.AcceptSettings;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.stream.StreamAcceptor;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.stream.StreamLoops;
import org.bdm.core.stream.StreamSecurity;
import org.bdm.core.wire.Frame;

/** A data port, plain and TLS, that welcomes everybody and keeps what it was told. */
final class WelcomingPort implements AutoCloseable {
    /** Who said what. */
    record Greeted(Frame.Hello hello, PeerIdentity peer) {}

    final List<Greeted> greeted = new CopyOnWriteArrayList<>();
    /** What it says of its site. */
    volatile List<String> dataPorts = List.of();

    private final StreamAcceptor acceptor;

    WelcomingPort(StreamLoops loops, NodeKey key) {
        acceptor = StreamAcceptor.listen(
                        loops,
                        new InetSocketAddress("0.0.0.0", 0),
                        AcceptSettings.tlsOrPlain(new StreamSecurity.Tls(key, node -> true)),
                        Welcoming::new)
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    int number() {
        return acceptor.address().getPort();
    }

    @Override
    public void close() {
        acceptor.close().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private final class Welcoming implements StreamListener {
        private final DataStream stream;

        Welcoming(DataStream stream) {
            this.stream = stream;
        }

        @Override
        public void onFrame(Frame frame) {
            if (!(frame instanceof Frame.Hello hello)) return;
            stream.authenticated();
            stream.send(new Frame.Welcome(
                    1,
                    hello.features(),
                    hello.limits(),
                    Instant.now().plusSeconds(600).getEpochSecond(),
                    Instant.now().getEpochSecond(),
                    dataPorts));
            greeted.add(new Greeted(hello, stream.peer()));
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // Only a welcome is sent.
        }

        @Override
        public void onClosed(MoverException reason) {
            // Nothing is kept of it.
        }
    }
}
