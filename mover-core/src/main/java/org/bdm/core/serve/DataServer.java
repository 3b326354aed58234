package org.bdm.core.serve;

import java.time.Clock;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.stream.DataStream;

/** The serving side of a node: answers every stream it is given. Any thread. */
public final class DataServer implements AutoCloseable {
    /**
     * A server without streams.
     *
     * @param cache share of the sending side; every stream reserves one block of it
     * @param dialledIn takes streams of sources that dialled this node
     */
    public DataServer(
            ServeOptions options,
            CacheShare cache,
            ServeThreads threads,
            AccessCheck access,
            DialledIn dialledIn,
            Clock clock) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Takes over a stream somebody dialled, before its first frame: the hello decides what it is for. */
    public void accept(DataStream stream) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Takes over a stream that this node dialled for {@code session} because it was told to, and serves on it. */
    public void join(DataStream stream, String session) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Streams that are served now. */
    public int sessions() {
        throw new UnsupportedOperationException("comes next");
    }

    /** Takes no more requests, finishes blocks that are being sent, says goodbye on all streams. Does not wait. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("comes next");
    }
}
