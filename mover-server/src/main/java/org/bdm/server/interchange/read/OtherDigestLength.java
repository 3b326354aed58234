package org.bdm.server.interchange.read;

import java.util.Map;
import java.util.regex.Pattern;

/** The algorithms that a plain hexadecimal value of another length than SHA-256 and MD5 may be of, as {@code sha1sum} and its like write it. */
final class OtherDigestLength {
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]++");
    private static final Map<Integer, String> ALGORITHMS =
            Map.of(40, "SHA-1", 56, "SHA-224", 96, "SHA-384", 128, "SHA-512");

    private OtherDigestLength() {}

    /** Returns the name of the usual one; empty if no algorithm has values of this form. */
    static String algorithms(String written) {
        String plain = written.strip();
        return HEX.matcher(plain).matches() ? ALGORITHMS.getOrDefault(plain.length(), "") : "";
    }
}
