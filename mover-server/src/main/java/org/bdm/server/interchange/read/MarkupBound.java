package org.bdm.server.interchange.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Bounds how far apart two {@code >} are: an XML parser keeps a tag, and what is in it, in memory as a whole. */
final class MarkupBound extends FilterInputStream {
    private int sinceTag;
    private boolean isExceeded;
    private @Nullable IOException broken;

    MarkupBound(InputStream in) {
        super(in);
    }

    /** Why the stream below broke; null if it did not. A parser throws the same kind of exception for a wrong encoding. */
    @Nullable IOException broken() {
        return broken;
    }

    /** True if the reading ended because of this bound. */
    boolean isExceeded() {
        return isExceeded;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read;
        try {
            read = in.read(target, offset, length);
        } catch (IOException e) {
            broken = e;
            throw e;
        }
        for (int i = 0; i < read; i++) count(target[offset + i]);
        return read;
    }

    private void count(int value) throws IOException {
        sinceTag = value == '>' ? 0 : sinceTag + 1;
        if (sinceTag > LineReader.LINE_BYTES_MAX) {
            isExceeded = true;
            throw new IOException("a tag or a text is longer than " + LineReader.LINE_BYTES_MAX + " bytes");
        }
    }
}
