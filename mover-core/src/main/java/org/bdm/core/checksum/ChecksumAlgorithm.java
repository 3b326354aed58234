package org.bdm.core.checksum;

import java.util.Locale;
import java.util.Optional;

/** The digests that are computed and compared. The code is stable: wire and catalog use it. */
public enum ChecksumAlgorithm {
    SHA256(1, "SHA-256", 32),
    MD5(2, "MD5", 16),
    CRC32C(3, "CRC32C", 4);

    private final int code;
    private final String standardName;
    private final int lengthBytes;

    ChecksumAlgorithm(int code, String standardName, int lengthBytes) {
        this.code = code;
        this.standardName = standardName;
        this.lengthBytes = lengthBytes;
    }

    /** Stable number on the wire and in the catalog. */
    public int code() {
        return code;
    }

    /** Name as written in catalogs and reports, for example {@code SHA-256}. */
    public String standardName() {
        return standardName;
    }

    /** Length of a value in bytes. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** The algorithm with this stable number, if there is one. */
    public static Optional<ChecksumAlgorithm> ofCode(int code) {
        for (ChecksumAlgorithm algorithm : values()) {
            if (algorithm.code == code) return Optional.of(algorithm);
        }
        return Optional.empty();
    }

    /** The algorithm of this name in any of its usual spellings ({@code sha256}, {@code SHA-256}, {@code sha2-256}, {@code md5}). */
    public static Optional<ChecksumAlgorithm> ofName(String name) {
        String plain = name.replace("-", "").replace("_", "").toUpperCase(Locale.ROOT);
        if (plain.equals("SHA2256")) return Optional.of(SHA256);
        for (ChecksumAlgorithm algorithm : values()) {
            if (algorithm.name().equals(plain)) return Optional.of(algorithm);
        }
        return Optional.empty();
    }
}
