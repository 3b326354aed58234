package org.bdm.server.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * A body that was packed with gzip, unpacked. Refuses what becomes far larger than a list of files ever does: digests and names do not pack well,
 * and a few kilobytes that become gigabytes cost the server the time of all others. Belongs to one thread.
 */
final class UnpackedBody extends FilterInputStream {
    /** Unpacked bytes for each packed one. Names of datasets, the most repetitive of all lists, stay below 40. */
    static final int RATIO_MAX = 100;
    /** Up to here the ratio says nothing. */
    static final long FREE_BYTES = 8L << 20;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Packed packed;
    private long bytes;

    private UnpackedBody(Packed packed) throws IOException {
        super(new GZIPInputStream(packed, BUFFER_BYTES));
        this.packed = packed;
    }

    /** Reads the header at once. */
    static UnpackedBody of(InputStream body) throws IOException {
        return new UnpackedBody(new Packed(body));
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
        if (bytes > FREE_BYTES && bytes / RATIO_MAX > packed.bytes) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "the list becomes more than " + RATIO_MAX
                            + " times as large when unpacked, as no list does: send it unpacked");
        }
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

    /** Counts what came. */
    private static final class Packed extends FilterInputStream {
        private long bytes;

        Packed(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            if (value >= 0) bytes++;
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            bytes += Math.max(0, read);
            return read;
        }
    }
}
