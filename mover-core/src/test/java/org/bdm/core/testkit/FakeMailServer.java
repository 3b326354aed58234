package org.bdm.core.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A mail server without encryption that keeps what it is told, or refuses every recipient. */
public final class FakeMailServer implements AutoCloseable {
    /** What it was told. */
    public final List<String> lines = new CopyOnWriteArrayList<>();
    /** Whether it refuses every recipient. */
    public volatile boolean refusesRecipients;

    private final ServerSocket socket;
    private final Thread thread = new Thread(this::serve, "mail");

    /** Begins to serve. */
    public FakeMailServer() throws IOException {
        socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        thread.start();
    }

    /** The port on this machine. */
    public int port() {
        return socket.getLocalPort();
    }

    private void serve() {
        while (true) {
            try (Socket caller = socket.accept()) {
                talk(caller);
            } catch (IOException closed) {
                if (socket.isClosed()) return;
            }
        }
    }

    private void talk(Socket caller) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = caller.getOutputStream();
        say(out, "220 fake");
        boolean isData = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lines.add(line);
            if (isData) {
                isData = !line.equals(".");
                if (!isData) say(out, "250 taken");
            } else if (line.startsWith("DATA")) {
                isData = true;
                say(out, "354 go on");
            } else if (line.startsWith("RCPT") && refusesRecipients) {
                say(out, "550 no such mailbox");
            } else {
                say(out, line.startsWith("QUIT") ? "221 bye" : "250 ok");
            }
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
