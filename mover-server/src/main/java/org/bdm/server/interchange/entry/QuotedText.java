package org.bdm.server.interchange.entry;

import java.util.Locale;

/** Text of strangers inside a reason: short, between quotes, and harmless for a terminal, a log and a page. */
public final class QuotedText {
    private static final int SHOWN_MAX = 80;

    private QuotedText() {}

    public static String of(String text) {
        StringBuilder quoted = new StringBuilder("'");
        int[] points = text.codePoints().limit(SHOWN_MAX + 1L).toArray();
        for (int i = 0; i < Math.min(points.length, SHOWN_MAX); i++) append(quoted, points[i]);
        return quoted.append(points.length > SHOWN_MAX ? "..'" : "'").toString();
    }

    /** A sentence that may quote strangers, with what is not harmless escaped. */
    public static String plain(String sentence) {
        StringBuilder plain = new StringBuilder();
        sentence.codePoints().limit(4L * SHOWN_MAX).forEach(point -> append(plain, point));
        return plain.toString();
    }

    private static void append(StringBuilder quoted, int point) {
        switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                quoted.append(String.format(Locale.ROOT, point < 0x100 ? "\\x%02x" : "\\u%04x", point));
            default -> quoted.appendCodePoint(point);
        }
    }
}
