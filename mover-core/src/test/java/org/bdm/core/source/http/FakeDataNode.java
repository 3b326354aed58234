package org.bdm.core.source.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * A data node on loopback that does what it is told: serves files as nginx or as THREDDS does, and misbehaves byte by byte. One thread per
 * connection. Any thread.
 */
public final class FakeDataNode implements AutoCloseable {
    private final ServerSocket listening;

    /** Bound and never listening: keeps the port for this node after it is closed, so that no other process answers there. */
    private final Socket reserved = new Socket();

    private final boolean tls;
    private final Map<String, FakeFile> files = new ConcurrentHashMap<>();
    private final Map<String, ConcurrentLinkedDeque<FakeAnswer>> once = new ConcurrentHashMap<>();
    private final Map<String, FakeAnswer> always = new ConcurrentHashMap<>();
    private final List<FakeRequest> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger underWayMax = new AtomicInteger();
    private final Thread accepting;
    private volatile Function<String, Optional<FakeFile>> otherFiles = path -> Optional.empty();

    /** Listens on a free port. */
    public FakeDataNode() {
        this(null);
    }

    /** Listens with TLS. */
    public FakeDataNode(SSLContext context) {
        this(context, "127.0.0.1", 0);
    }

    /** Listens at an address of loopback and a port; with TLS if there is a context. */
    FakeDataNode(SSLContext context, String address, int port) {
        tls = context != null;
        try {
            reserved.setReuseAddress(true);
            reserved.bind(new InetSocketAddress(address, port));
            listening = tls ? context.getServerSocketFactory().createServerSocket() : new ServerSocket();
            listening.setReuseAddress(true);
            listening.bind(reserved.getLocalSocketAddress(), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        accepting = daemon(this::accept);
    }

    /** Listens with TLS and talks to nobody without a certificate. */
    public static FakeDataNode askingForClientCertificates(SSLContext context) {
        FakeDataNode node = new FakeDataNode(context);
        ((SSLServerSocket) node.listening).setNeedClientAuth(true);
        return node;
    }

    /** {@code 127.0.0.1:port}, as it is named to the guard; without the port that its scheme has usually. */
    public String authority() {
        String host = listening.getInetAddress().getHostAddress();
        return port() == (tls ? 443 : 80) ? host : host + ":" + port();
    }

    public int port() {
        return listening.getLocalPort();
    }

    public URI url(String path) {
        return URI.create((tls ? "https://" : "http://") + authority() + path);
    }

    /** Serves these bytes, with an ETag and Last-Modified that follow from them. */
    public URI put(String path, byte[] bytes) {
        files.put(path, FakeFile.of(bytes));
        return url(path);
    }

    public URI put(String path, FakeFile file) {
        files.put(path, file);
        return url(path);
    }

    /** Serves what the function finds and was not {@link #put}. */
    public void serve(Function<String, Optional<FakeFile>> found) {
        otherFiles = found;
    }

    /** The next requests for the path are answered so, one after the other. */
    public void next(String path, FakeAnswer... answers) {
        once.computeIfAbsent(path, absent -> new ConcurrentLinkedDeque<>()).addAll(List.of(answers));
    }

    /** All other requests for the path are answered so. */
    public void always(String path, FakeAnswer answer) {
        always.put(path, answer);
    }

    /** What was asked, in the order of arrival. */
    public List<FakeRequest> requests() {
        return List.copyOf(requests);
    }

    public List<FakeRequest> requests(String path) {
        return requests.stream().filter(request -> request.path().equals(path)).toList();
    }

    /** Connections that were accepted. */
    public int connections() {
        return connections.get();
    }

    /** Most requests that were under way at once. */
    public int requestsAtOnce() {
        return underWayMax.get();
    }

    Optional<FakeFile> file(String path) {
        FakeFile file = files.get(path);
        return file == null ? otherFiles.apply(path) : Optional.of(file);
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = listening.accept();
                if (listening.isClosed()) {
                    socket.close(); // it came while this node was being switched off
                    return;
                }
                connections.incrementAndGet();
                open.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                FakeRequest request = read(in);
                if (request == null) return;
                requests.add(request);
                underWayMax.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                try {
                    if (!answerFor(request.path()).answer(this, request, out)) return;
                    out.flush();
                } finally {
                    underWay.decrementAndGet();
                }
            }
        } catch (IOException e) {
            // The client went away, which is its right.
        } finally {
            open.remove(socket);
        }
    }

    private FakeAnswer answerFor(String path) {
        ConcurrentLinkedDeque<FakeAnswer> scripted = once.get(path);
        FakeAnswer next = scripted == null ? null : scripted.poll();
        return next != null ? next : always.getOrDefault(path, FakeAnswer.served());
    }

    private static FakeRequest read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int last4 = 0;
        while (last4 != 0x0D0A0D0A) {
            int next = in.read();
            if (next < 0) return null;
            head.write(next);
            last4 = last4 << 8 | next;
        }
        List<String> lines = head.toString(StandardCharsets.ISO_8859_1).lines().toList();
        Map<String, String> fields = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon <= 0) continue;
            names.add(line.substring(0, colon));
            fields.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        String[] first = lines.get(0).split(" ");
        return new FakeRequest(first[0], first[1], fields, names);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-data-node");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Breaks all connections, as a node that is switched off; waits for the thread that accepts, which may get one more while this closes. */
    @Override
    public void close() {
        try {
            listening.close();
            accepting.join();
            for (Socket socket : new ArrayList<>(open)) socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
