package org.bdm.core.stream;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;

/** Dials data ports. Any thread; never blocks. */
public final class StreamConnector {
    private final StreamLoops loops;
    private final StreamTiming timing;

    /** Streams run on {@code loops}. */
    public StreamConnector(StreamLoops loops, StreamTiming timing) {
        this.loops = loops;
        this.timing = timing;
    }

    /**
     * Connects, and completes after TLS, on the stream's event loop. Fails with PEER_UNREACHABLE, TIMED_OUT, PEER_NOT_PINNED,
     * PROTOCOL_VERSION or SECURITY_MISMATCH. A host name is looked up off the event loops.
     *
     * @param listener hears everything from the first frame on; nothing if the stage fails
     */
    public CompletionStage<DataStream> connect(
            InetSocketAddress address, StreamSecurity security, StreamListener listener) {
        throw new UnsupportedOperationException("" + loops + timing);
    }
}
