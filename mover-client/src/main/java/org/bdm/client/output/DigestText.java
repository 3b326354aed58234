package org.bdm.client.output;

/** Digests in lists: in full for programs and with {@code --wide}; on a terminal as much as tells two files apart. */
public final class DigestText {
    private static final int SHOWN = 12;

    private DigestText() {}

    /** For example {@code sha256:9f86d081884c..}. */
    public static String of(String algorithm, String value, TerminalStyle style) {
        boolean isShort = style.listColumns() > 0 && value.length() > SHOWN + 4;
        return algorithm + ":" + (isShort ? value.substring(0, SHOWN) + ".." : value);
    }
}
