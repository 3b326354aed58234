package org.bdm.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one server over HTTP/1.1, and the connection that the last one left open. The classes of {@code java.net.http} take longer to
 * load than most commands to run, and those of TLS are touched for https alone. Any thread.
 */
final class ServerLinks {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** Servers keep an idle connection longer: ours 30 s. */
    private static final long IDLE_NANOS_MAX = Duration.ofSeconds(10).toNanos();

    private final ServerAddress server;
    private final @Nullable TlsSockets tls;
    private final AtomicReference<@Nullable Idle> idle = new AtomicReference<>();

    private record Idle(ServerLink link, long since) {}

    ServerLinks(ServerAddress server) {
        this.server = server;
        this.tls = server.isEncrypted() ? new TlsSockets(server.certificateFile()) : null;
    }

    /**
     * Sends a request and reads the head of its answer.
     *
     * @throws ConnectException if no connection was made, so that nothing was sent
     */
    RestAnswer exchange(RestRequest request) throws IOException {
        ServerLink link = request.mayBeRepeated() ? left() : null; // the server may close it at the same moment
        if (link == null) return opened().exchange(request);
        try {
            return link.exchange(request);
        } catch (ServerLink.WasClosed e) {
            return opened().exchange(request);
        }
    }

    private @Nullable ServerLink left() {
        Idle last = idle.getAndSet(null);
        if (last == null) return null;
        if (System.nanoTime() - last.since() < IDLE_NANOS_MAX) return last.link();
        last.link().close();
        return null;
    }

    private void keep(ServerLink link) {
        Idle before = idle.getAndSet(new Idle(link, System.nanoTime()));
        if (before != null) before.link().close();
    }

    private ServerLink opened() throws IOException {
        Socket socket = new Socket();
        boolean isOpen = false;
        try {
            connect(socket);
            socket.setTcpNoDelay(true);
            Socket secured = tls == null ? socket : tls.over(socket, name(), port(), CONNECT_TIMEOUT);
            ServerLink link = new ServerLink(secured, server.base().getRawAuthority(), this::keep);
            isOpen = true;
            return link;
        } finally {
            if (!isOpen) socket.close();
        }
    }

    private void connect(Socket socket) throws IOException {
        InetSocketAddress address = new InetSocketAddress(name(), port());
        try {
            if (address.isUnresolved()) throw new UnknownHostException(name());
            socket.connect(address, (int) CONNECT_TIMEOUT.toMillis());
        } catch (SocketTimeoutException | ConnectException e) {
            throw e;
        } catch (IOException e) {
            ConnectException nothingSent = new ConnectException(e.getMessage());
            nothingSent.initCause(e);
            throw nothingSent;
        }
    }

    /** Without the brackets around an IPv6 address. */
    private String name() {
        String host = server.base().getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private int port() {
        URI base = server.base();
        if (base.getPort() >= 0) return base.getPort();
        return server.isEncrypted() ? 443 : 80;
    }
}
