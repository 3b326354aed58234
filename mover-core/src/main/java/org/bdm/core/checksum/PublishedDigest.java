package org.bdm.core.checksum;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Digests in the spellings of indexes and lists: plain hexadecimal with a declared type, {@code algorithm:hexadecimal}, and multihash
 * in hexadecimal and in the other bases of multibase. The declared type decides, then the length. A plain SHA-256 value is
 * never taken for a multihash, whatever it starts with, since lengths differ.
 */
public final class PublishedDigest {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{8,1024}");
    /** Types that are a digest, though not one that is computed here: their value must not be taken for another by its length. */
    private static final Pattern OTHER_TYPE = Pattern.compile(
            "(sha(1|224|384|512.*|3.*)|shake.*|keccak.*|md[246].*|blake.*|crc.*|adler.*|xxh.*|ripemd.*|whirlpool|tiger)");
    /** SHA-2 with its number, as multihash names it: the 2 is no part of the length. */
    private static final Pattern SECOND_GENERATION = Pattern.compile("sha2(224|256|384|512.*)");

    private PublishedDigest() {}

    /**
     * Reads one; empty if it is none that can be computed here.
     *
     * @param declaredType the name of the algorithm that stands beside it
     * @param written of either case, blanks around it
     */
    public static Optional<Checksum> read(Optional<String> declaredType, String written) {
        return parse(declaredType, written).value();
    }

    /** Reads one as {@link #read} does, with what else the text tells. */
    public static WrittenDigest parse(Optional<String> declaredType, String written) {
        String text = written.strip();
        int colon = text.indexOf(':');
        if (colon < 0) return named(declaredType.map(String::strip), text);
        return named(
                Optional.of(text.substring(0, colon).strip()),
                text.substring(colon + 1).strip());
    }

    private static WrittenDigest named(Optional<String> type, String text) {
        String hex = text.toLowerCase(Locale.ROOT);
        boolean isHex = HEX.matcher(hex).matches();
        Optional<ChecksumAlgorithm> known = type.flatMap(name -> ChecksumAlgorithm.ofName(plain(name)));
        Optional<Checksum> declared = isHex ? known.flatMap(algorithm -> ofLength(algorithm, hex)) : Optional.empty();
        if (declared.isPresent()) return new WrittenDigest(declared, name(declared.get()), false);
        Optional<Multihash> multihash = isHex && hasLengthOfPlain(hex) ? Optional.empty() : Multihash.read(text);
        if (multihash.isPresent()) return of(multihash.get());
        String other = type.filter(name -> OTHER_TYPE.matcher(plain(name)).matches() && known.isEmpty())
                .orElse("");
        if (!isHex || !other.isEmpty()) return new WrittenDigest(Optional.empty(), other, false);
        Optional<Checksum> plain =
                ofLength(ChecksumAlgorithm.SHA256, hex).or(() -> ofLength(ChecksumAlgorithm.MD5, hex));
        return new WrittenDigest(plain, plain.map(PublishedDigest::name).orElse(""), false);
    }

    private static boolean hasLengthOfPlain(String hex) {
        return hex.length() == 2 * ChecksumAlgorithm.SHA256.lengthBytes()
                || hex.length() == 2 * ChecksumAlgorithm.MD5.lengthBytes();
    }

    private static WrittenDigest of(Multihash multihash) {
        Optional<Checksum> value = ChecksumAlgorithm.ofName(multihash.algorithm())
                .flatMap(algorithm -> ofLength(algorithm, multihash.hex()));
        return new WrittenDigest(value, multihash.algorithm(), multihash.isPrefixTwice());
    }

    private static String name(Checksum digest) {
        return digest.algorithm().standardName();
    }

    private static String plain(String type) {
        String plain = type.toLowerCase(Locale.ROOT).replaceAll("[-_ /]", "");
        return SECOND_GENERATION.matcher(plain).matches() ? "sha" + plain.substring("sha2".length()) : plain;
    }

    private static Optional<Checksum> ofLength(ChecksumAlgorithm algorithm, String hex) {
        if (hex.length() != 2 * algorithm.lengthBytes()) return Optional.empty();
        return Optional.of(Checksum.ofHex(algorithm, hex));
    }
}
