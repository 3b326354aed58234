package org.bdm.client;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;

/**
 * One JSON text a line, made only as it is read: the list may be longer than memory. Fills what it is given as far as it
 * can, so that a reader with a large buffer does not get one line at a time.
 */
final class JsonLines extends InputStream {
    private final Iterator<?> others;
    private byte[] line;
    private int position;

    JsonLines(Object first, Iterator<?> others) {
        this.others = others;
        this.line = bytes(first);
    }

    @Override
    public int read() {
        return hasBytes() ? line[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        int read = 0;
        while (read < length && hasBytes()) {
            int count = Math.min(length - read, line.length - position);
            System.arraycopy(line, position, target, offset + read, count);
            position += count;
            read += count;
        }
        return read == 0 && length > 0 ? -1 : read;
    }

    private boolean hasBytes() {
        if (position < line.length) return true;
        if (!others.hasNext()) return false;
        line = bytes(others.next());
        position = 0;
        return true;
    }

    private static byte[] bytes(Object message) {
        return (Json.text(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
