package org.bdm.core.s3.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Names in addresses as AWS signs them: all but letters, digits and {@code - . _ ~} as {@code %XX} of UTF-8. Pure. */
final class PercentCoding {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PercentCoding() {}

    /** A value, with its slashes as {@code %2F}. */
    static String encoded(String text) {
        return encoded(text, false);
    }

    /** A key, with its slashes as they are. */
    static String encodedPath(String key) {
        return encoded(key, true);
    }

    /** A query in the order that is signed. */
    static String query(Map<String, String> parameters) {
        StringBuilder query = new StringBuilder();
        new TreeMap<>(parameters).forEach((name, value) -> {
            if (!query.isEmpty()) query.append('&');
            query.append(encoded(name)).append('=').append(encoded(value));
        });
        return query.toString();
    }

    private static String encoded(String text, boolean keepsSlashes) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isPlain(c) || (c == '/' && keepsSlashes)) encoded.append(c);
            else HEX.toHexDigits(encoded.append('%'), b);
        }
        return encoded.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }

    /**
     * Reads what an answer with {@code encoding-type=url} has; a plus is a space there.
     *
     * @throws IllegalArgumentException for what is not encoded so, or not UTF-8
     */
    static String decoded(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) return text;
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '+') {
                bytes.write(' ');
            } else if (from[i] != '%') {
                bytes.write(from[i]);
            } else {
                if (i + 2 >= from.length) throw new IllegalArgumentException("a key ends within an escape");
                bytes.write(HexFormat.fromHexDigit(from[i + 1]) << 4 | HexFormat.fromHexDigit(from[i + 2]));
                i += 2;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a key is not UTF-8", e);
        }
    }
}
