package org.bdm.server.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A caller that writes to the REST port byte by byte, as no HTTP client would. Belongs to one thread. */
final class RawCaller implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket = new Socket();

    private RawCaller() {}

    /** Connects from {@code address}, one of this machine. */
    static RawCaller from(String address, RunningApi api) throws IOException {
        RawCaller caller = new RawCaller();
        caller.socket.setReceiveBufferSize(4096);
        caller.socket.bind(new InetSocketAddress(address, 0));
        caller.socket.connect(new InetSocketAddress("127.0.0.1", api.uri("/").getPort()));
        caller.socket.setSoTimeout(PATIENCE_MILLIS);
        return caller;
    }

    static RawCaller of(RunningApi api) throws IOException {
        return from("127.0.0.1", api);
    }

    RawCaller send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Sends the request line and the headers of a request, with {@code Host}; lines end with LF here. */
    RawCaller head(String lines) throws IOException {
        return send(lines.strip().replace("\n", "\r\n") + "\r\nHost: here\r\n\r\n");
    }

    /** Reads the status of the next answer. */
    int status() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int value = socket.getInputStream().read();
        while (value >= 0 && value != '\n') {
            line.write(value);
            value = socket.getInputStream().read();
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        if (!text.startsWith("HTTP/1.1 ")) throw new IOException("no answer: '" + text + "'");
        return Integer.parseInt(text.substring(9, 12));
    }

    /** Reads all there is until the server closes the connection. */
    String untilClosed() throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
