package org.bdm.core.source.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An HTTP proxy on loopback: makes tunnels for CONNECT, and passes requests with a whole URL on. Whatever host is asked for is taken to be this
 * machine, at the port that is asked for. One thread for each direction. Any thread.
 */
public final class FakeProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile String login = "";
    private volatile String refusal =
            "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"\r\n";

    /** Listens on a free port, for everybody. */
    public FakeProxy() {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /** From now on only with this value of Proxy-Authorization. */
    public FakeProxy wanting(String value) {
        login = value;
        return this;
    }

    /** From now on with 401 for a wrong login, as if the server behind it had asked for one. */
    public FakeProxy refusingAsTheNode() {
        refusal = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"p\"\r\n";
        return this;
    }

    /** {@code 127.0.0.1:port}. */
    public String authority() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** The first lines of the requests so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "fake-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                open.add(client);
                daemon(() -> serve(client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream from = client.getInputStream();
            Socket upstream = null;
            for (String head = head(from); !head.isEmpty(); head = head(from)) {
                String line = head.substring(0, head.indexOf('\r'));
                lines.add(line);
                String given = field(head, "proxy-authorization");
                if (!login.isEmpty() && !login.equals(given)) {
                    say(client, refusal);
                    return;
                }
                String[] words = line.split(" ");
                if (words[0].equals("CONNECT")) {
                    upstream = reached(Integer.parseInt(words[1].substring(words[1].lastIndexOf(':') + 1)), client);
                    client.getOutputStream()
                            .write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    copy(from, upstream.getOutputStream());
                    return;
                }
                URI asked = URI.create(words[1]);
                if (upstream == null) upstream = reached(asked.getPort() < 0 ? 80 : asked.getPort(), client);
                String path = asked.getRawPath() + (asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery());
                String rest = head.substring(line.length()).replaceAll("(?i)\r\nproxy-authorization:[^\r]*", "");
                String passed = words[0] + " " + path + " " + words[2] + rest;
                upstream.getOutputStream().write(passed.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException ended) {
            // One of both hung up.
        }
    }

    private Socket reached(int port, Socket client) throws IOException {
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(upstream);
        daemon(() -> {
            try (upstream;
                    client) {
                copy(upstream.getInputStream(), client.getOutputStream());
            } catch (IOException ended) {
                // One of both hung up.
            }
        });
        return upstream;
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[8192];
        for (int length = from.read(bytes); length >= 0; length = from.read(bytes)) {
            to.write(bytes, 0, length);
            to.flush();
        }
    }

    private static void say(Socket client, String head) throws IOException {
        client.getOutputStream().write((head + "Content-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** All up to the empty line, that included; empty at the end. */
    private static String head(InputStream from) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int next = from.read(); next >= 0; next = from.read()) {
            head.write(next);
            String text = next == '\n' ? head.toString(StandardCharsets.ISO_8859_1) : "";
            if (text.endsWith("\r\n\r\n")) return text;
        }
        return "";
    }

    private static String field(String head, String name) {
        for (String line : head.split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                return line.substring(name.length() + 1).strip();
        }
        return "";
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket each : open) each.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
