package org.bdm.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts for people on the wire: UTF-8, bounded, without characters that steer a terminal or a log. */
final class Detail {
    private Detail() {}

    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            int type = Character.getType(point);
            boolean steers = Character.isISOControl(point)
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.SURROGATE;
            if (steers) escaped.append(String.format("\\u%04x", point));
            else escaped.appendCodePoint(point);
        });
        return escaped.toString();
    }

    /** Escaped UTF-8, cut to {@code max} bytes between two characters. */
    static byte[] bytes(String text, int max) {
        byte[] bytes = escaped(text).getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= max) return bytes;
        int end = max;
        while (end > 0 && (bytes[end] & 0xc0) == 0x80) end--;
        return Arrays.copyOf(bytes, end);
    }
}
