package org.bdm.server.interchange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text of any length. Refuses by itself what no format has: a line that is too long, is not UTF-8, or holds a control
 * character. A byte order mark and the CR of a CRLF are taken away. Belongs to one thread.
 */
final class LineReader {
    static final int LINE_BYTES_MAX = 256 * 1024;

    private final InputStream in;
    private final EntryReceiver receiver;
    private byte[] bytes = new byte[1024];
    private long number;
    private boolean isAtEnd;
    private boolean isTooLong;

    /** The stream is buffered by the caller. */
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
        int value = in.read();
        while (value >= 0 && value != '\n') {
            if (length == LINE_BYTES_MAX) {
                isTooLong = true; // the rest is read past, not kept
            } else {
                if (length == bytes.length) bytes = Arrays.copyOf(bytes, Math.min(LINE_BYTES_MAX, length * 2));
                bytes[length++] = (byte) value;
            }
            value = in.read();
        }
        isAtEnd = value < 0;
        return length > 0 && bytes[length - 1] == '\r' ? length - 1 : length;
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
