package org.bdm.server.discovery;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends the reading of an answer at its size limit, and keeps a copy of small ones. */
final class BoundedBody extends FilterInputStream {
    private final long bytesMax;
    private final int copyBytesMax;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();
    private long bytes;

    /** The answer is longer than allowed. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(long bytesMax) {
            super("the answer is longer than " + bytesMax + " bytes");
        }
    }

    BoundedBody(InputStream in, long bytesMax, int copyBytesMax) {
        super(in);
        this.bytesMax = bytesMax;
        this.copyBytesMax = copyBytesMax;
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
        if (bytes > bytesMax) throw new TooLong(bytesMax);
        if (bytes <= copyBytesMax) copy.write(target, offset, read);
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        byte[] skipped = new byte[(int) Math.min(count, 8192)];
        return Math.max(0, read(skipped, 0, skipped.length));
    }

    /** Leaves the answer open: parsers close what they read, and what is behind it is looked at, too. */
    @Override
    public void close() {}

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Whether everything read so far was small enough to be kept. */
    boolean isKept() {
        return bytes <= copyBytesMax;
    }

    /** All that was read. */
    byte[] kept() {
        return copy.toByteArray();
    }
}
