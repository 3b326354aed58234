package org.bdm.server.interchange.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Bounds the bytes of one record: a record is kept in memory as a whole. Belongs to one thread. */
final class RecordBound extends FilterInputStream {
    static final int RECORD_BYTES_MAX = 16 << 20;

    private long sinceStart;
    private @Nullable IOException broken;

    RecordBound(InputStream in) {
        super(in);
    }

    /** A new record begins; what the parser has read ahead counts for the one before. */
    void start() {
        sinceStart = 0;
    }

    boolean isExceeded() {
        return sinceStart > RECORD_BYTES_MAX;
    }

    /** Why the stream below broke; null if it did not. */
    @Nullable IOException broken() {
        return broken;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (isExceeded()) throw new IOException("a record is longer than " + RECORD_BYTES_MAX + " bytes");
        int read;
        try {
            read = in.read(target, offset, length);
        } catch (IOException e) {
            broken = e;
            throw e;
        }
        sinceStart += Math.max(0, read);
        return read;
    }
}
