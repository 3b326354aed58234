package org.bdm.client.e2e;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * A TCP load balancer in front of REST, as HAProxy with {@code option httpchk GET /readyz}, {@code option redispatch} and
 * {@code on-marked-down shutdown-sessions}: a server that is not ready twice gets no connections, and those that it has are closed.
 */
final class LoadBalancer implements AutoCloseable {
    private static final int CHECK_MILLIS = 1_000;
    private static final int CONNECT_MILLIS = 1_000;
    private static final int FAILED_CHECKS = 2;

    private final ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final List<Backend> backends;
    private final String scheme;
    private final AtomicInteger turn = new AtomicInteger();

    private static final class Backend {
        private final InetSocketAddress address;
        private final boolean isEncrypted;
        private final Set<Socket> open = ConcurrentHashMap.newKeySet();
        private volatile int failedChecks;

        Backend(URI rest) {
            this.address = new InetSocketAddress(rest.getHost(), rest.getPort());
            this.isEncrypted = rest.getScheme().equals("https");
        }

        boolean isUp() {
            return failedChecks < FAILED_CHECKS;
        }
    }

    /** Begins to balance; the servers keep these addresses. */
    LoadBalancer(List<URI> servers) throws IOException {
        this.backends = servers.stream().map(Backend::new).toList();
        this.scheme = servers.get(0).getScheme();
        for (Backend backend : backends) daemon(() -> check(backend));
        daemon(this::accept);
    }

    /** Where clients connect to. */
    URI address() {
        return URI.create(scheme + "://127.0.0.1:" + listening.getLocalPort());
    }

    @Override
    public void close() {
        quietly(listening);
        backends.forEach(LoadBalancer::shutDown);
    }

    private void check(Backend backend) {
        while (!listening.isClosed()) {
            backend.failedChecks = isReady(backend) ? 0 : backend.failedChecks + 1;
            if (backend.failedChecks == FAILED_CHECKS) shutDown(backend);
            LockSupport.parkNanos(CHECK_MILLIS * 1_000_000L);
        }
    }

    private static void shutDown(Backend backend) {
        backend.open.forEach(LoadBalancer::quietly);
    }

    private static boolean isReady(Backend backend) {
        try (Socket plain = new Socket()) {
            plain.connect(backend.address, CONNECT_MILLIS);
            plain.setSoTimeout(2 * CHECK_MILLIS);
            try (Socket socket = backend.isEncrypted ? encrypted(plain, backend.address) : plain) {
                socket.getOutputStream()
                        .write("GET /readyz HTTP/1.1\r\nHost: balancer\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                String status = in.readLine();
                return status != null && status.startsWith("HTTP/1.1 200");
            }
        } catch (IOException notThere) {
            return false;
        }
    }

    /** A check sends no secret and believes nothing but a status: it trusts any certificate. */
    private static SSLSocket encrypted(Socket plain, InetSocketAddress address) throws IOException {
        X509TrustManager anybody = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String kind) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String kind) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {anybody}, null);
            return (SSLSocket)
                    context.getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                daemon(() -> relay(client));
            } catch (IOException closed) {
                continue; // the loop ends when it was us
            }
        }
    }

    /** The next server that is up and takes the connection; without one the client is hung up on. */
    private void relay(Socket client) {
        try (client) {
            int first = turn.getAndIncrement();
            for (int i = 0; i < backends.size(); i++) {
                Backend backend = backends.get(Math.floorMod(first + i, backends.size()));
                if (!backend.isUp()) continue;
                try (Socket server = connected(backend)) {
                    if (server != null) {
                        join(client, server, backend);
                        return;
                    }
                }
            }
        } catch (IOException ended) {
            return; // either side has hung up
        }
    }

    private static Socket connected(Backend backend) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(backend.address, CONNECT_MILLIS);
            server.setTcpNoDelay(true);
            return server;
        } catch (IOException notThere) {
            server.close();
            return null;
        }
    }

    private static void join(Socket client, Socket server, Backend backend) throws IOException {
        backend.open.add(client);
        backend.open.add(server);
        try {
            daemon(() -> copyQuietly(client, server));
            copy(server, client);
        } finally {
            backend.open.remove(client);
            backend.open.remove(server);
        }
    }

    private static void copyQuietly(Socket from, Socket to) {
        try {
            copy(from, to);
            to.shutdownOutput();
        } catch (IOException ended) {
            quietly(to);
        }
    }

    private static void copy(Socket from, Socket to) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[1 << 14];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) out.write(buffer, 0, read);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "load-balancer");
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            return; // closing is all that was wanted
        }
    }
}
