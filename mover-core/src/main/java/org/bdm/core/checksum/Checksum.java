package org.bdm.core.checksum;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A digest value: which algorithm, which bytes. Immutable. */
public final class Checksum {
    private final ChecksumAlgorithm algorithm;
    private final byte[] value;

    /**
     * Copies {@code value}.
     *
     * @throws IllegalArgumentException if the length is not the algorithm's
     */
    public Checksum(ChecksumAlgorithm algorithm, byte[] value) {
        if (value.length != algorithm.lengthBytes()) {
            throw new IllegalArgumentException(
                    algorithm.standardName() + " has " + algorithm.lengthBytes() + " bytes, not " + value.length);
        }
        this.algorithm = algorithm;
        this.value = value.clone();
    }

    /** Reads hexadecimal digits of either case. */
    public static Checksum ofHex(ChecksumAlgorithm algorithm, String hex) {
        return new Checksum(algorithm, HexFormat.of().parseHex(hex.toLowerCase(Locale.ROOT)));
    }

    /**
     * The one of several published digests of a file that its bytes are compared with: SHA-256 if there is one, since other contents with
     * the same MD5 or CRC32C can be made; else the first.
     */
    public static Optional<Checksum> deciding(List<Checksum> published) {
        return published.stream()
                .filter(digest -> digest.algorithm() == ChecksumAlgorithm.SHA256)
                .findFirst()
                .or(() -> published.stream().findFirst());
    }

    /** Which algorithm. */
    public ChecksumAlgorithm algorithm() {
        return algorithm;
    }

    /** A copy of the value. */
    public byte[] value() {
        return value.clone();
    }

    /** The value in lower-case hexadecimal. */
    public String hex() {
        return HexFormat.of().formatHex(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Checksum that && that.algorithm == algorithm && Arrays.equals(that.value, value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return algorithm.standardName() + ":" + hex();
    }
}
