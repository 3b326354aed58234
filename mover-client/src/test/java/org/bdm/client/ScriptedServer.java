package org.bdm.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of bytes: what it does with each connection is written in the test. */
final class ScriptedServer implements AutoCloseable {
    interface Script {
        void run(Connection connection) throws IOException;
    }

    private final ServerSocket listening;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    final List<String> heads = new CopyOnWriteArrayList<>();

    /** One script for each connection, in their order. */
    ScriptedServer(Script... scripts) {
        try {
            listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(() -> serve(scripts), "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection, on the server's side. */
    final class Connection {
        private final Socket socket;

        Connection(Socket socket) {
            this.socket = socket;
        }

        /** Reads the head of a request. */
        Connection head() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) head.append((char) next());
            heads.add(head.toString());
            return this;
        }

        String body(int bytes) throws IOException {
            return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
        }

        String bodyUntil(String end) throws IOException {
            StringBuilder body = new StringBuilder();
            while (body.indexOf(end) < 0) body.append((char) next());
            return body.toString();
        }

        private int next() throws IOException {
            InputStream in = socket.getInputStream();
            int next = in.read();
            if (next < 0) throw new IOException("the client is gone");
            return next;
        }

        Connection say(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        void close() throws IOException {
            socket.close();
        }
    }

    private void serve(Script... scripts) {
        try {
            for (Script script : scripts) {
                Socket socket = listening.accept();
                open.add(socket);
                script.run(new Connection(socket));
            }
        } catch (IOException over) {
            heads.add("the script ended: " + over.getMessage());
        }
    }

    ServerAddress address() {
        return new ServerAddress(URI.create("http://127.0.0.1:" + listening.getLocalPort()), "secret", null);
    }

    List<String> requestLines() {
        List<String> lines = new ArrayList<>();
        for (String head : heads) lines.add(head.lines().findFirst().orElse(""));
        return lines;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) socket.close();
    }
}
