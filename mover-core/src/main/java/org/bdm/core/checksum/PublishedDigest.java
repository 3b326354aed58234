package org.bdm.core.checksum;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Digests in the spellings of indexes and lists: plain hexadecimal with a declared type, {@code algorithm:hexadecimal}, and multihash
 * (https://github.com/multiformats/multihash: code, length, value). The declared type decides, then the length. A plain SHA-256 value is
 * never taken for a multihash, whatever it starts with, since lengths differ.
 */
public final class PublishedDigest {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{8,1024}");
    /** Code and length of the multihash by algorithm; those of the variable-length integers are written out. */
    private static final Map<ChecksumAlgorithm, String> MULTIHASH =
            Map.of(ChecksumAlgorithm.SHA256, "1220", ChecksumAlgorithm.MD5, "d50110");
    /** Types that are a digest, though not one that is computed here: their value must not be taken for another by its length. */
    private static final Pattern OTHER_TYPE = Pattern.compile(
            "(sha(1|224|384|512.*|3.*)|md[246].*|blake.*|crc.*|adler.*|xxh.*|ripemd.*|whirlpool|tiger)");

    private PublishedDigest() {}

    /**
     * Reads one; empty if it is none that can be computed here.
     *
     * @param declaredType the name of the algorithm that stands beside it
     * @param written of either case, blanks around it
     */
    public static Optional<Checksum> read(Optional<String> declaredType, String written) {
        String text = written.strip().toLowerCase(Locale.ROOT);
        int colon = text.indexOf(':');
        if (colon >= 0) {
            return named(
                    Optional.of(text.substring(0, colon)),
                    text.substring(colon + 1).strip());
        }
        return named(declaredType.map(String::strip), text);
    }

    private static Optional<Checksum> named(Optional<String> type, String hex) {
        if (!HEX.matcher(hex).matches()) return Optional.empty();
        Optional<Checksum> declared = type.flatMap(ChecksumAlgorithm::ofName).flatMap(known -> ofLength(known, hex));
        if (declared.isPresent()) return declared;
        Optional<Checksum> multihash = multihash(hex);
        if (multihash.isPresent()) return multihash;
        boolean isOther = type.map(PublishedDigest::plain)
                .filter(plain -> OTHER_TYPE.matcher(plain).matches()
                        && ChecksumAlgorithm.ofName(plain).isEmpty())
                .isPresent();
        if (isOther) return Optional.empty();
        return ofLength(ChecksumAlgorithm.SHA256, hex).or(() -> ofLength(ChecksumAlgorithm.MD5, hex));
    }

    private static String plain(String type) {
        return type.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    private static Optional<Checksum> multihash(String hex) {
        return MULTIHASH.entrySet().stream()
                .filter(known -> hex.startsWith(known.getValue()))
                .flatMap(known ->
                        ofLength(known.getKey(), hex.substring(known.getValue().length())).stream())
                .findFirst();
    }

    private static Optional<Checksum> ofLength(ChecksumAlgorithm algorithm, String hex) {
        if (hex.length() != 2 * algorithm.lengthBytes()) return Optional.empty();
        return Optional.of(Checksum.ofHex(algorithm, hex));
    }
}
