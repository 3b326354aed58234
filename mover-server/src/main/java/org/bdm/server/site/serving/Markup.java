package org.bdm.server.site.serving;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.bdm.core.store.FileName;

/** Text of strangers, such as names of files, in HTML, XML and JSON. */
final class Markup {
    private static final int REPLACEMENT = 0xfffd;
    private static final int NOT_CHARACTERS = 0xfffe;

    private Markup() {}

    /** Returns the name as text; what is not UTF-8 becomes U+FFFD, so that only an address is exact. */
    static String text(FileName name) {
        return new String(name.bytes(), StandardCharsets.UTF_8);
    }

    /** Escapes for the text or an attribute of HTML or XML; what XML has no form for, or turns the direction of writing, becomes U+FFFD. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\t', '\n', '\r' -> escaped.append("&#").append(point).append(';');
                default -> escaped.appendCodePoint(isHarmless(point) ? point : REPLACEMENT);
            }
        });
        return escaped.toString();
    }

    private static boolean isHarmless(int point) {
        boolean isCharacter =
                (point & NOT_CHARACTERS) != NOT_CHARACTERS && Character.getType(point) != Character.SURROGATE;
        return isCharacter && !Character.isISOControl(point) && Character.getType(point) != Character.FORMAT;
    }

    /** Returns a string of JSON, with its quotes. */
    static String json(String text) {
        StringBuilder json = new StringBuilder(text.length() + 16).append('"');
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') json.append('\\').append(letter);
            else if (letter < ' ') json.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
            else json.append(letter);
        }
        return json.append('"').toString();
    }
}
