package org.bdm.core.s3;

/** Text of a store for people: on one line, not too long, without control characters. */
public final class ShownText {
    private static final int CHARS_MAX = 300;

    private ShownText() {}

    /** Returns the text as it can be shown. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(CHARS_MAX).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) shown.append('?');
            else shown.appendCodePoint(c);
        });
        return text.length() > CHARS_MAX ? shown + ".." : shown.toString();
    }
}
