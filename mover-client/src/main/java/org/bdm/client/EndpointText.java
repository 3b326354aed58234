package org.bdm.client;

import java.nio.charset.StandardCharsets;
import org.bdm.core.id.ForeignAddress;

/**
 * Endpoints as people type them, made into endpoints as the server reads them: names are bytes, and every byte that is
 * not plain ASCII is written {@code %XX}. A percent sign is left alone, so that bytes can also be typed that way.
 */
public final class EndpointText {
    private static final boolean[] IS_PLAIN = plain("-._~/:%@!$&'()*+,;=");
    private static final String HEX = "0123456789ABCDEF";

    private EndpointText() {}

    /** From a command line, where Java has decoded the bytes already. */
    public static String ofArgument(String argument) {
        if (argument.indexOf('\uFFFD') >= 0)
            throw new IllegalArgumentException(
                    "the argument has bytes that are not UTF-8; write each of them as %XX: " + argument);
        return ofBytes(argument.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A place at a site, or a URL of a data node.
     *
     * @throws IllegalArgumentException for the address of another program, with a sentence that names the endpoint that was meant
     */
    public static String ofPlace(String argument) {
        if (!isWeb(argument)) check(argument);
        return ofArgument(argument);
    }

    /**
     * The source of a job: a place, or {@code s3://STORE/BUCKET/KEY} in a store that the server of the destination knows.
     *
     * @throws IllegalArgumentException as {@link #ofPlace}
     */
    public static String ofSource(String argument) {
        return argument.startsWith("s3://") ? ofArgument(argument) : ofPlace(argument);
    }

    /** True for what is written like a place, here or for another program; names of datasets have neither mark, and ids of jobs no slash. */
    public static boolean isAddress(String argument) {
        return argument.indexOf('/') >= 0 || argument.contains("::");
    }

    /** Refuses what is not an endpoint of a site, as {@link #ofPlace} does. */
    static void check(String text) {
        ForeignAddress.meant(text).ifPresent(sentence -> {
            throw new IllegalArgumentException(sentence);
        });
    }

    private static boolean isWeb(String text) {
        return text.regionMatches(true, 0, "https://", 0, 8) || text.regionMatches(true, 0, "http://", 0, 7);
    }

    /** True if every byte of this Latin-1 text stays as it is. */
    public static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) if (!isPlain(text.charAt(i))) return false;
        return true;
    }

    /** From a file, where the bytes are known. */
    public static String ofBytes(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        boolean isWeb = startsWith(bytes, "https://") || startsWith(bytes, "http://");
        for (byte b : bytes) {
            int value = b & 0xFF;
            boolean isOfAddress =
                    isWeb && value > ' ' && value < 0x7f; // the address of a data node stays as it was published
            if (isOfAddress || isPlain(value)) text.append((char) value);
            else text.append('%').append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 15));
        }
        return text.toString();
    }

    private static boolean startsWith(byte[] bytes, String scheme) {
        if (bytes.length < scheme.length()) return false;
        for (int i = 0; i < scheme.length(); i++) {
            if (Character.toLowerCase(bytes[i]) != scheme.charAt(i)) return false;
        }
        return true;
    }

    private static boolean isPlain(int value) {
        return value < IS_PLAIN.length && IS_PLAIN[value];
    }

    private static boolean[] plain(String marks) {
        boolean[] plain = new boolean[0x80];
        for (int value = 0; value < plain.length; value++)
            plain[value] = (value >= 'a' && value <= 'z')
                    || (value >= 'A' && value <= 'Z')
                    || (value >= '0' && value <= '9')
                    || marks.indexOf(value) >= 0;
        return plain;
    }
}
