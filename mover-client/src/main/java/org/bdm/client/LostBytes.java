package org.bdm.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A content whose cut is told as that of its server, apart from faults of whoever the bytes are passed on to. Belongs to one thread. */
final class LostBytes extends FilterInputStream {
    private final ServerAddress server;
    private long received;

    LostBytes(ServerAddress server, InputStream bytes) {
        super(bytes);
        this.server = server;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        try {
            int read = in.read(target, offset, length);
            if (read > 0) received += read;
            return read;
        } catch (IOException e) {
            throw ServerUnreachable.during(server.base(), received, e);
        }
    }
}
