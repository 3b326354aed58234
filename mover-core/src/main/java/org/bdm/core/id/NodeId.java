package org.bdm.core.id;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
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

    /**
     * The name of the node with this public key.
     *
     * @param subjectPublicKeyInfo DER
     */
    public static NodeId ofKey(byte[] subjectPublicKeyInfo) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return new NodeId(HexFormat.of().formatHex(sha256.digest(subjectPublicKeyInfo)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Reads a fingerprint as it is printed, {@code SHA256:} before it or not, of either case.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static NodeId parse(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        return new NodeId(plain.startsWith("sha256:") ? plain.substring("sha256:".length()) : plain);
    }

    @Override
    public String toString() {
        return "SHA256:" + fingerprint;
    }
}
