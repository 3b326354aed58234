package org.bdm.server.connections;

import java.nio.channels.SocketChannel;
import org.apache.coyote.Adapter;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/** Tomcat's HTTP/1.1, with every connection counted. Made by Tomcat, by its name; {@link #watch} before it starts. */
public final class WatchedProtocol extends Http11NioProtocol {
    private @Nullable Adapter own;

    /** Without a place to count yet. */
    public WatchedProtocol() {
        super(new WatchedEndpoint());
    }

    void watch(WebConnections connections) {
        ((WatchedEndpoint) getEndpoint()).counts = connections;
    }

    /** Hands requests to this one, whatever Tomcat sets when it starts. */
    void handTo(Adapter adapter) {
        own = adapter;
    }

    @Override
    public void setAdapter(Adapter adapter) {
        super.setAdapter(own == null ? adapter : own);
    }

    private static final class WatchedEndpoint extends NioEndpoint {
        private volatile @Nullable WebConnections counts;

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            WebConnections counted = counts;
            return (counted == null || counted.opened(socket)) && super.setSocketOptions(socket);
        }
    }
}
