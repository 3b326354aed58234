package org.bdm.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The body of one answer: as long as its head says, in chunks, or to the end of the connection. Belongs to one thread. */
final class AnswerBody extends InputStream {
    private static final int UNKNOWN = -1;
    private static final int TRAILER_BYTES_MAX = 64 << 10;

    private final ServerLink link;
    private final InputStream in;
    private final boolean isChunked;
    private long left; // bytes of the body, or of this chunk; UNKNOWN to the end of the connection
    private boolean isFirstChunk = true;
    private boolean isOver;

    /** Gives {@code link} back at its end, and closes it when the reader goes before. */
    AnswerBody(ServerLink link, InputStream in, AnswerHead head) throws IOException {
        this.link = link;
        this.in = in;
        this.isChunked = head.hasBody() && head.isChunked();
        this.left = !head.hasBody() ? 0 : isChunked ? 0 : head.length();
        if (!isChunked && left == 0) over(true);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) return 0;
        if (isOver || (isChunked && left == 0 && !nextChunk())) return -1;
        int wanted = left == UNKNOWN ? length : (int) Math.min(length, left);
        int read = in.read(target, offset, wanted);
        if (read < 0) {
            over(false);
            if (left == UNKNOWN) return -1;
            throw new EOFException("the answer was cut off");
        }
        if (left != UNKNOWN) left -= read;
        if (!isChunked && left == 0) over(true);
        return read;
    }

    @Override
    public int available() throws IOException {
        return isOver || left <= 0 ? 0 : (int) Math.min(left, in.available());
    }

    private boolean nextChunk() throws IOException {
        int[] bytesLeft = {TRAILER_BYTES_MAX};
        if (!isFirstChunk) AnswerHead.line(in, bytesLeft);
        isFirstChunk = false;
        String size = AnswerHead.line(in, bytesLeft).split(";", 2)[0].strip();
        if (!size.matches("[0-9a-fA-F]{1,15}"))
            throw new IOException("a chunk of the answer has an invalid size: '" + size + "'");
        left = Long.parseLong(size, 16);
        if (left > 0) return true;
        while (!AnswerHead.line(in, bytesLeft).isEmpty()) continue; // trailers
        over(true);
        return false;
    }

    private void over(boolean mayGoOn) {
        if (isOver) return;
        isOver = true;
        link.answered(mayGoOn);
    }

    @Override
    public void close() {
        over(false);
    }
}
