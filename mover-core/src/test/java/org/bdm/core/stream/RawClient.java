package org.bdm.core.stream;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A peer that keeps to no protocol. */
final class RawClient implements AutoCloseable {
    private final Socket socket = new Socket();

    RawClient(InetSocketAddress address) throws IOException {
        socket.connect(address, 5000);
        socket.setSoTimeout(5000);
    }

    RawClient send(byte[]... parts) throws IOException {
        for (byte[] part : parts) socket.getOutputStream().write(part);
        return this;
    }

    /** One byte; fails if the other end closed. */
    void readOne() throws IOException {
        if (socket.getInputStream().read() < 0) throw new IOException("the other end closed");
    }

    /** Everything until the other end closes; fails if it does not. */
    byte[] readAll() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(1 << 20);
        InputStream in = socket.getInputStream();
        for (int b = in.read(); b >= 0; b = in.read()) all.put((byte) b);
        byte[] bytes = new byte[all.position()];
        all.get(0, bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
