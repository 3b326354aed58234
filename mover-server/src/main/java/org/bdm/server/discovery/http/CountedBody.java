package org.bdm.server.discovery.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body of which every byte is counted, also those that are skipped; it is read once, without marks. Belongs to one thread. */
public class CountedBody extends FilterInputStream {
    private long bytes;

    /** Nothing read yet. */
    public CountedBody(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = in.read(target, offset, length);
        if (read <= 0) return read;
        bytes += read;
        check();
        return read;
    }

    /** Called after each reading that brought bytes; throws if they are too many. */
    protected void check() throws IOException {}

    /** Skips bytes; they count. */
    @Override
    public long skip(long count) throws IOException {
        byte[] skipped = new byte[(int) Math.min(Math.max(0, count), 8192)];
        return Math.max(0, read(skipped, 0, skipped.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Returns the number of bytes read. */
    public final long bytes() {
        return bytes;
    }
}
