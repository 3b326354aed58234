package org.bdm.core.control;

import java.util.Objects;

/**
 * A digest of one whole file.
 *
 * @param algorithm {@code sha256}, {@code md5} or {@code crc32c}
 * @param value lower-case hexadecimal
 */
public record DigestValue(String algorithm, String value) {
    /** Refuses a message that lacks what it cannot do without. */
    public DigestValue {
        Objects.requireNonNull(algorithm, "algorithm is missing");
        Objects.requireNonNull(value, "value is missing");
    }
}
