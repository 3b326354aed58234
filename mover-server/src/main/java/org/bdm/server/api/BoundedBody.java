package org.bdm.server.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.bdm.core.fault.MoverException;

/** A body that is refused from a number of bytes on. */
final class BoundedBody extends FilterInputStream {
    private final long bytesMax;
    private final Supplier<MoverException> tooLarge;
    private long bytes;

    /** {@code tooLarge} makes the refusal. */
    BoundedBody(InputStream in, long bytesMax, Supplier<MoverException> tooLarge) {
        super(in);
        this.tooLarge = tooLarge;
        this.bytesMax = bytesMax;
    }

    @Override
    public int read() throws IOException {
        int value = in.read();
        if (value >= 0) count(1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = in.read(target, offset, length);
        if (read > 0) count(read);
        return read;
    }

    private void count(int more) {
        bytes += more;
        if (bytes > bytesMax) throw tooLarge.get();
    }
}
