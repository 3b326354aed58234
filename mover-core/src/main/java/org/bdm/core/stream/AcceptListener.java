package org.bdm.core.stream;

import java.net.InetSocketAddress;
import org.bdm.core.fault.MoverException;

/** Hears of connections to a {@link StreamAcceptor}. Called on event loops: must not block. */
public interface AcceptListener {
    /**
     * A connection is there, after TLS and before the greeting. Whoever answers must call {@link DataStream#authenticated} within the time
     * for the greeting, or the stream is closed.
     *
     * @return who listens to the stream; it hears everything from the first frame on
     */
    StreamListener onStream(DataStream stream);

    /** A connection was refused before it became a stream: limits, TLS, pins, garbage. For counters and the audit log. */
    default void onRefused(InetSocketAddress address, MoverException reason) {}
}
