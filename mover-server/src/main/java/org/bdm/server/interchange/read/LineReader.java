package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text of any length. Refuses by itself what no format has: a line that is too long, is not UTF-8, or holds a control
 * character. A byte order mark and the CR of a CRLF are taken away. Belongs to one thread.
 */
final class LineReader {
    static final int LINE_BYTES_MAX = 256 * 1024;
    private static final int CHUNK_BYTES = 16 * 1024;

    private final InputStream in;
    private final EntryReceiver receiver;
    /** Read ahead: nobody else reads the stream. */
    private final byte[] chunk = new byte[CHUNK_BYTES];

    private int position;
    private int limit;
    private byte[] bytes = new byte[1024];
    private long number;
    private boolean isAtEnd;
    private boolean isTooLong;

    /** Takes the whole stream, and reads it in pieces. */
    LineReader(InputStream in, EntryReceiver receiver) {
        this.in = in;
        this.receiver = receiver;
    }

    /**
     * A line that is not empty.
     *
     * @param text without white space at its ends
     */
    record Line(long number, String text) {
        boolean isComment() {
            return text.startsWith("#");
        }
    }

    /** The next line that can be read; null at the end. */
    @Nullable Line next() throws IOException {
        while (!isAtEnd) {
            int length = readBytes();
            number++;
            if (length == 0 && !isTooLong) continue;
            try {
                String text = text(length).strip();
                if (!text.isEmpty()) return new Line(number, text);
            } catch (RefusedLine e) {
                receiver.refused(number, e.reason());
            }
        }
        return null;
    }

    /** Lines so far. */
    long number() {
        return number;
    }

    private int readBytes() throws IOException {
        int length = 0;
        isTooLong = false;
        boolean isWhole = false;
        while (!isWhole) {
            if (position == limit && !fill()) {
                isAtEnd = true;
                break;
            }
            int end = position;
            while (end < limit && chunk[end] != '\n') end++;
            isWhole = end < limit;
            length = keep(length, end);
            position = isWhole ? end + 1 : end;
        }
        return length > 0 && bytes[length - 1] == '\r' ? length - 1 : length;
    }

    /** False at the end of the stream. */
    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(chunk, 0, chunk.length));
        return limit > 0;
    }

    /** Keeps what is before {@code end} behind what is kept of the line; what is too long is read past. */
    private int keep(int length, int end) {
        int more = Math.min(end - position, LINE_BYTES_MAX - length);
        if (more < end - position) isTooLong = true;
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(LINE_BYTES_MAX, Math.max(length + more, bytes.length * 2)));
        }
        System.arraycopy(chunk, position, bytes, length, more);
        return length + more;
    }

    private String text(int length) throws RefusedLine {
        if (isTooLong) throw new RefusedLine("the line is longer than " + LINE_BYTES_MAX + " bytes");
        String text = decoded(length);
        if (number == 1 && text.startsWith("\ufeff")) text = text.substring(1);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\t') {
                throw new RefusedLine("the line holds the control character " + QuotedText.of(String.valueOf(c)));
            }
        }
        return text;
    }

    private String decoded(int length) throws RefusedLine {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedLine("the line is not UTF-8");
        }
    }
}
