package org.bdm.client.output;

import java.util.Locale;

/**
 * Text from outside, made harmless for a terminal: file names, labels and error texts may hold escape sequences,
 * line ends, or characters that turn the direction of what follows.
 */
final class SafeText {
    private SafeText() {}

    static String of(String text) {
        int first = 0;
        while (first < text.length() && !isDangerous(text.charAt(first))) first++;
        if (first == text.length()) return text;
        StringBuilder safe = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isDangerous(c)) safe.append(c);
            else safe.append(String.format(Locale.ROOT, c < 0x100 ? "\\x%02x" : "\\u%04x", (int) c));
        }
        return safe.toString();
    }

    private static boolean isDangerous(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
