package org.bdm.server.message;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.ZipException;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The lines of a body of any length: unpacked, bounded, digested as they came. Belongs to one thread. */
public final class StreamedList {
    public static final String MEDIA_TYPE = "application/x-ndjson";

    private static final int LINE_BYTES_MAX = 256 * 1024;

    private final Digested sent;
    private final InputStream unpacked;
    private final SubmissionLimits limits;
    private final byte[] buffer = new byte[64 * 1024];
    private int next;
    private int filled;
    private byte[] line = new byte[1024];
    private long bytes;
    private long lines;
    private boolean isAtEnd;

    /**
     * Begins to read.
     *
     * @param encoding the Content-Encoding header: none, or gzip
     */
    public StreamedList(InputStream body, @Nullable String encoding, SubmissionLimits limits) {
        this.sent = new Digested(body);
        this.limits = limits;
        this.unpacked = unpacked(sent, encoding);
    }

    /** The body as it was before it was packed; UNSUPPORTED for another encoding than none and gzip. */
    public static InputStream unpacked(InputStream body, @Nullable String encoding) {
        String packing = encoding == null ? "identity" : encoding.strip().toLowerCase(Locale.ROOT);
        return switch (packing) {
            case "identity", "" -> body;
            case "gzip", "x-gzip" -> unpacking(body);
            default ->
                throw new MoverException(ErrorCode.UNSUPPORTED, "the Content-Encoding of a list is gzip or none");
        };
    }

    private static InputStream unpacking(InputStream packed) {
        try {
            return UnpackedBody.of(packed);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** A line that is not empty: {@code bytes[0..length)}, valid until the next one. */
    @SuppressWarnings("ArrayRecordComponent") // a look into the buffer of the reader
    public record Line(long number, byte[] bytes, int length) {}

    /** The next line; null at the end. TOO_LARGE beyond a limit; INVALID_REQUEST for a body that breaks off. */
    public @Nullable Line next() {
        while (!isAtEnd) {
            int length = readLine();
            lines++;
            // The first line is the job itself.
            if (lines > limits.linesMax() + 1 && length > 0) {
                throw new MoverException(ErrorCode.TOO_LARGE, "the list has more than " + limits.linesMax() + " items");
            }
            if (length > 0) return new Line(lines, line, length);
        }
        return null;
    }

    private int readLine() {
        int length = 0;
        try {
            while (fill()) {
                int end = next;
                while (end < filled && buffer[end] != '\n') end++;
                length = append(length, end - next);
                next = end + 1;
                if (end < filled) {
                    count(length + 1L);
                    return withoutReturn(length);
                }
            }
        } catch (IOException e) {
            throw broken(e);
        }
        isAtEnd = true;
        count(length + 1L);
        return withoutReturn(length);
    }

    /** Makes sure of unread bytes; false at the end. */
    private boolean fill() throws IOException {
        if (next < filled) return true;
        next = 0;
        filled = unpacked.read(buffer, 0, buffer.length);
        return filled > 0;
    }

    /** Takes more bytes of the buffer into the line; gives its new length. */
    private int append(int length, int more) {
        int longer = length + more;
        if (longer > LINE_BYTES_MAX) throw tooLong();
        if (longer > line.length)
            line = Arrays.copyOf(line, Math.min(LINE_BYTES_MAX, Math.max(longer, line.length * 2)));
        System.arraycopy(buffer, next, line, length, more);
        return longer;
    }

    private int withoutReturn(int length) {
        return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    }

    private void count(long more) {
        bytes += more;
        if (bytes > limits.unpackedBytesMax()) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "the list has more than " + limits.unpackedBytesMax() + " bytes when unpacked");
        }
    }

    private MoverException tooLong() {
        return new MoverException(
                ErrorCode.TOO_LARGE, "line " + (lines + 1) + " is longer than " + LINE_BYTES_MAX + " bytes");
    }

    /** The refusal of a body that breaks off. */
    public static MoverException broken(IOException error) {
        boolean isFormat = error instanceof ZipException || error instanceof EOFException;
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                isFormat ? "the body is not a complete gzip stream" : "the body broke off before its end",
                error);
    }

    /** Digest of the whole body as it was sent; only at the end. */
    public Checksum sentSha256() {
        try {
            sent.skipToEnd();
        } catch (IOException e) {
            throw broken(e);
        }
        return sent.digest.finish();
    }

    private static final class Digested extends FilterInputStream {
        private final RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);

        Digested(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            int read = read(one, 0, 1);
            return read < 0 ? read : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            if (read > 0) digest.update(ByteBuffer.wrap(target, offset, read));
            return read;
        }

        void skipToEnd() throws IOException {
            byte[] rest = new byte[8192];
            while (read(rest, 0, rest.length) >= 0) {
                // only for the digest
            }
        }
    }
}
