package org.bdm.server.site.dataport;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.serve.DataServer;
import org.bdm.core.stream.AcceptListener;
import org.bdm.core.stream.AcceptSettings;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.RefusalLog;
import org.bdm.core.stream.StreamAcceptor;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.stream.StreamLoops;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open data port. It is bound before anything is served, so that its address is known to everything that names it. Any thread. */
public final class DataPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataPort.class);

    private final StreamAcceptor acceptor;
    private final Door door;

    private DataPort(StreamAcceptor acceptor, Door door) {
        this.acceptor = acceptor;
        this.door = door;
    }

    /**
     * Binds the port; PEER_UNREACHABLE with the reason if that cannot be. Blocks shortly.
     *
     * @param timer sums up who was refused; its tasks do not block
     */
    public static DataPort bind(
            StreamLoops loops, InetSocketAddress address, AcceptSettings settings, ScheduledExecutorService timer) {
        Door door = new Door(new RefusalLog(timer, LOG::info));
        StreamAcceptor acceptor = StreamAcceptor.listen(loops, address, settings, door)
                .toCompletableFuture()
                .join();
        return new DataPort(acceptor, door);
    }

    /** From now on streams are served. */
    public void serve(DataServer server) {
        door.server = server;
    }

    /** Returns the address on which it listens, with the real port. */
    public InetSocketAddress address() {
        return acceptor.address();
    }

    /** Connections open now. */
    public int connections() {
        return acceptor.connections();
    }

    /** Returns how many connections were refused since the start, by error code: before TLS ended, or by it. */
    public Map<ErrorCode, Long> refusals() {
        return door.refusals.refusals();
    }

    @Override
    public void close() {
        acceptor.close();
    }

    private static final class Door implements AcceptListener {
        private final RefusalLog refusals;
        private volatile @Nullable DataServer server;

        Door(RefusalLog refusals) {
            this.refusals = refusals;
        }

        @Override
        public StreamListener onStream(DataStream stream) {
            DataServer open = server;
            if (open != null) return open.accept(stream);
            stream.close(new MoverException(ErrorCode.STOPPING, "the node is starting or stopping"));
            return new Deaf();
        }

        @Override
        public void onRefused(InetSocketAddress address, MoverException reason) {
            refusals.refused(address, reason);
        }
    }

    /** Hears the end of a stream that nobody serves. */
    private static final class Deaf implements StreamListener {
        @Override
        public void onFrame(Frame frame) {
            // nobody is here to answer
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // nothing is sent
        }

        @Override
        public void onClosed(MoverException reason) {
            LOG.debug("a stream ended before the node served: {}", reason.detail());
        }
    }
}
