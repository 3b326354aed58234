package org.bdm.core.id;

import java.util.regex.Pattern;

/**
 * One node, named by its key: the SHA-256 of its public key (SubjectPublicKeyInfo, DER) in lower-case hexadecimal.
 *
 * @param fingerprint 64 hexadecimal digits
 */
public record NodeId(String fingerprint) {
    private static final Pattern HEX_SHA256 = Pattern.compile("[0-9a-f]{64}");

    /** Refuses what is no SHA-256. */
    public NodeId {
        if (!HEX_SHA256.matcher(fingerprint).matches()) {
            throw new IllegalArgumentException("not a SHA-256 in lower-case hexadecimal: " + fingerprint);
        }
    }

    @Override
    public String toString() {
        return "SHA256:" + fingerprint;
    }
}
