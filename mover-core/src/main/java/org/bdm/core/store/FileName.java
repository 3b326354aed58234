package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * One name in a directory: 1 to 255 bytes, any but NUL and '/', and neither "." nor "..". Names are bytes: no character set is assumed.
 * Ordered by unsigned bytes. Immutable.
 */
public final class FileName implements Comparable<FileName> {
    /** Longest name, in bytes. */
    public static final int LENGTH_MAX = 255;

    private final byte[] bytes;

    private FileName(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Copies the bytes.
     *
     * @throws MoverException INVALID_PATH, or NAME_TOO_LONG beyond 255 bytes
     */
    public static FileName of(byte[] bytes) {
        if (bytes.length == 0) throw new MoverException(ErrorCode.INVALID_PATH, "empty name in a path");
        FileName name = new FileName(bytes.clone());
        if (bytes.length > LENGTH_MAX) {
            throw new MoverException(
                    ErrorCode.NAME_TOO_LONG, "the name " + name.shown() + " has " + bytes.length + " bytes, over 255");
        }
        for (byte b : bytes) {
            if (b == 0 || b == '/') {
                throw new MoverException(ErrorCode.INVALID_PATH, "a name contains NUL or '/': " + name.shown());
            }
        }
        if (bytes[0] == '.' && (bytes.length == 1 || (bytes.length == 2 && bytes[1] == '.'))) {
            throw new MoverException(ErrorCode.INVALID_PATH, "a path may not contain the name '" + name.shown() + "'");
        }
        return name;
    }

    /** The name whose bytes are the UTF-8 form of {@code text}; errors as {@link #of(byte[])}. */
    public static FileName ofUtf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    byte byteAt(int index) {
        return bytes[index];
    }

    /** Number of bytes. */
    public int length() {
        return bytes.length;
    }

    /**
     * The name for people: valid UTF-8 as it is, but control characters, '%', and bytes that are no UTF-8 as {@code %xx}. Reversible:
     * percent-decoding gives the bytes back.
     */
    public String shown() {
        return escaped(bytes);
    }

    static String escaped(byte[] bytes) {
        if (isPlain(bytes)) return new String(bytes, StandardCharsets.US_ASCII);
        StringBuilder shown = new StringBuilder(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            int length = characterLength(bytes, in.position());
            CharBuffer character = length == 0 ? null : decoded(bytes, in.position(), length);
            if (character == null || mustEscape(character)) {
                length = Math.max(length, 1);
                for (int i = 0; i < length; i++) shown.append(String.format("%%%02x", bytes[in.position() + i]));
            } else {
                shown.append(character);
            }
            in.position(in.position() + length);
        }
        return shown.toString();
    }

    /** True of names as nearly all are: printable ASCII without '%', which needs no look at each character. */
    private static boolean isPlain(byte[] bytes) {
        for (byte b : bytes) if (b < ' ' || b == 0x7f || b == '%') return false; // bytes over 0x7f are negative
        return true;
    }

    private static int characterLength(byte[] bytes, int at) {
        int first = bytes[at] & 0xff;
        int length = first < 0x80
                ? 1
                : first >= 0xc2 && first < 0xe0
                        ? 2
                        : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
        return at + length <= bytes.length ? length : 0;
    }

    private static @Nullable CharBuffer decoded(byte[] bytes, int at, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, at, length));
        } catch (CharacterCodingException notUtf8) {
            return null; // shown byte by byte: that is the answer, not a failure
        }
    }

    private static boolean mustEscape(CharBuffer character) {
        int point = Character.codePointAt(character, 0);
        int type = Character.getType(point);
        return point == '%'
                || Character.isISOControl(point)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    @Override
    public int compareTo(FileName other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileName that && Arrays.equals(that.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return shown();
    }
}
