package org.bdm.client.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A web server that sends, for each path, just the bytes it was given, and closes the connection. */
final class RawServer implements AutoCloseable {
    private final ServerSocket socket;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();

    RawServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::serve, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** The lines of the head, without their ends, and the body; each character is a byte. */
    RawServer on(String path, String body, String... head) {
        answers.put(path, String.join("\r\n", head) + "\r\n\r\n" + body);
        return this;
    }

    /** The heads of the requests for a path. */
    List<String> requests(String path) {
        return heads.stream()
                .filter(head -> head.startsWith("GET " + path + " "))
                .toList();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.ISO_8859_1));
                StringBuilder head = new StringBuilder();
                for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine())
                    head.append(line).append('\n');
                heads.add(head.toString());
                String path = head.toString().split(" ")[1].split("\\?")[0];
                String answer = answers.getOrDefault(path, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                if (!socket.isClosed()) throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
