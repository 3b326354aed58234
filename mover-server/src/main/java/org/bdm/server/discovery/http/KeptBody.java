package org.bdm.server.discovery.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** An answer up to its size limit, of which a copy is kept if it is small. */
final class KeptBody extends BoundedBody {
    private final int copyBytesMax;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();

    KeptBody(InputStream in, long bytesMax, int copyBytesMax) {
        super(in, bytesMax);
        this.copyBytesMax = copyBytesMax;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        if (read > 0 && isKept()) copy.write(target, offset, read);
        return read;
    }

    /** Leaves the answer open: parsers close what they read, and what is behind it is looked at, too. */
    @Override
    public void close() {}

    /** True if everything read so far was small enough to be kept. */
    boolean isKept() {
        return bytes() <= copyBytesMax;
    }

    /** All that was read. */
    byte[] kept() {
        return copy.toByteArray();
    }
}
