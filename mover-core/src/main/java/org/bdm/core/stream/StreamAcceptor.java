package org.bdm.core.stream;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;

/** A data port that listens. Any thread; never blocks. */
public final class StreamAcceptor {
    private final InetSocketAddress address;

    private StreamAcceptor(InetSocketAddress address) {
        this.address = address;
    }

    /** Binds and listens; port 0 is any free port. Fails with PEER_UNREACHABLE if the address cannot be bound, the detail says why. */
    public static CompletionStage<StreamAcceptor> listen(
            StreamLoops loops, InetSocketAddress bind, AcceptSettings settings, AcceptListener listener) {
        throw new UnsupportedOperationException("" + loops + bind + settings + listener);
    }

    /** The address with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /** Connections open now. */
    public int connections() {
        return 0;
    }

    /** Stops listening; streams that are open stay open. */
    public CompletionStage<Void> close() {
        throw new UnsupportedOperationException();
    }
}
