package org.bdm.core.control;

import java.util.Objects;

/** A digest of one whole file. */
public record DigestValue(String algorithm, String value) {
    /** Refuses a message that lacks what it cannot do without. */
    public DigestValue {
        Objects.requireNonNull(algorithm, "algorithm is missing");
        Objects.requireNonNull(value, "value is missing");
    }
}
