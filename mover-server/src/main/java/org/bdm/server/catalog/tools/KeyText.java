package org.bdm.server.catalog.tools;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Keys of rows as text: numbers, text and bytes, each with its kind. */
final class KeyText {
    private KeyText() {}

    static String write(List<Object> key) {
        return String.join(" ", key.stream().map(KeyText::word).toList());
    }

    private static String word(Object part) {
        if (part instanceof Number number) return "n" + number;
        if (part instanceof byte[] bytes) return "b" + HexFormat.of().formatHex(bytes);
        return "t" + HexFormat.of().formatHex(part.toString().getBytes(StandardCharsets.UTF_8));
    }

    static List<Object> read(String text) {
        return Arrays.stream(text.split(" ", -1)).map(KeyText::part).toList();
    }

    private static Object part(String word) {
        String rest = word.substring(1);
        return switch (word.charAt(0)) {
            case 'n' -> Long.valueOf(rest);
            case 'b' -> HexFormat.of().parseHex(rest);
            default -> new String(HexFormat.of().parseHex(rest), StandardCharsets.UTF_8);
        };
    }
}
