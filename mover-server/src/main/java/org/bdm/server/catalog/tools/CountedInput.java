package org.bdm.server.catalog.tools;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how many bytes were read. One thread. */
final class CountedInput extends FilterInputStream {
    private final LongConsumer bytesRead;
    private long bytes;

    CountedInput(InputStream in, LongConsumer bytesRead) {
        super(in);
        this.bytesRead = bytesRead;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) count(1);
        return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        if (read > 0) count(read);
        return read;
    }

    private void count(int more) {
        bytes += more;
        bytesRead.accept(bytes);
    }
}
