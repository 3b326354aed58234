package org.bdm.server.interchange;

import java.util.Locale;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.jspecify.annotations.Nullable;

/** Digests as lists write them: with the name of the algorithm, as a multihash, or told by their length. */
final class ListedDigest {
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]++");
    /** https://github.com/multiformats/multihash: code and length of SHA-256, and of MD5. */
    private static final String MULTIHASH_SHA256 = "1220";

    private static final String MULTIHASH_MD5 = "d50110";

    private ListedDigest() {}

    static Checksum named(String algorithm, String hex) throws RefusedLine {
        ChecksumAlgorithm known = ChecksumAlgorithm.ofName(algorithm)
                .orElseThrow(() -> new RefusedLine("the digest algorithm " + QuotedText.of(algorithm)
                        + " is not computed here; use SHA-256 or MD5"));
        return checked(known, hex);
    }

    /** A multihash, or a plain value whose length tells the algorithm. */
    static Checksum unnamed(String hex) throws RefusedLine {
        Checksum found = found(hex.toLowerCase(Locale.ROOT));
        if (found != null) return found;
        throw new RefusedLine("the digest " + QuotedText.of(hex) + " is neither SHA-256 nor MD5");
    }

    private static @Nullable Checksum found(String hex) throws RefusedLine {
        return switch (hex.length()) {
            case 64 -> checked(ChecksumAlgorithm.SHA256, hex);
            case 32 -> checked(ChecksumAlgorithm.MD5, hex);
            case 68 -> hex.startsWith(MULTIHASH_SHA256) ? checked(ChecksumAlgorithm.SHA256, hex.substring(4)) : null;
            case 38 -> hex.startsWith(MULTIHASH_MD5) ? checked(ChecksumAlgorithm.MD5, hex.substring(6)) : null;
            default -> null;
        };
    }

    private static Checksum checked(ChecksumAlgorithm algorithm, String hex) throws RefusedLine {
        if (hex.length() != 2 * algorithm.lengthBytes() || !HEX.matcher(hex).matches()) {
            throw new RefusedLine(QuotedText.of(hex) + " is no " + algorithm.standardName() + " value");
        }
        return Checksum.ofHex(algorithm, hex);
    }
}
