package org.bdm.server.discovery;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** What strangers send, up to a number of bytes: from there on it is refused. Belongs to one thread. */
public class BoundedBody extends FilterInputStream {
    private final long bytesMax;
    private final Refusal refusal;
    private long bytes;

    /** How a body that is too long is refused. */
    public interface Refusal {
        /** Always throws. */
        void tooLong() throws IOException;
    }

    /** The answer is longer than allowed. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(long bytesMax) {
            super("the answer is longer than " + bytesMax + " bytes");
        }
    }

    /** With a refusal of its own. */
    public BoundedBody(InputStream in, long bytesMax, Refusal refusal) {
        super(in);
        this.bytesMax = bytesMax;
        this.refusal = refusal;
    }

    /** Refuses by {@link TooLong}. */
    BoundedBody(InputStream in, long bytesMax) {
        this(in, bytesMax, () -> {
            throw new TooLong(bytesMax);
        });
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
        if (bytes > bytesMax) refusal.tooLong();
        return read;
    }

    /** What is skipped counts. */
    @Override
    public long skip(long count) throws IOException {
        byte[] skipped = new byte[(int) Math.min(Math.max(0, count), 8192)];
        return Math.max(0, read(skipped, 0, skipped.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** How many were read. */
    final long bytes() {
        return bytes;
    }
}
