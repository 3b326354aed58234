package org.bdm.server.site.user;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * The Argon2id hash of a password, written as a PHC string: {@code $argon2id$v=19$m=19456,t=2,p=1$SALT$HASH}, both in base64 without padding.
 *
 * @param kibibytes memory
 * @param passes over the memory
 * @param lanes computed one after the other
 */
record PasswordHash(int kibibytes, int passes, int lanes, byte[] salt, byte[] hash) {
    /** The least that the OWASP Password Storage Cheat Sheet asks for. */
    static final int KIBIBYTES = 19_456;

    static final int PASSES = 2;
    static final int LANES = 1;
    static final int SALT_BYTES = 16;
    static final int HASH_BYTES = 32;

    private static final int KIBIBYTES_MAX = 1 << 20;
    private static final int PASSES_MAX = 100;
    private static final Pattern PHC =
            Pattern.compile("\\$argon2id\\$v=19\\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,2})"
                    + "\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{22,86})");

    /** Copies the arrays. */
    PasswordHash {
        salt = salt.clone();
        hash = hash.clone();
    }

    /** Computes the hash that new passwords get. Takes 19 MiB of the heap and tens of milliseconds. */
    static PasswordHash of(String password, byte[] salt) {
        return new PasswordHash(
                KIBIBYTES, PASSES, LANES, salt, computed(password, salt, KIBIBYTES, PASSES, LANES, HASH_BYTES));
    }

    /** Reads a PHC string of the catalog; CATALOG_DAMAGED if it is none. */
    static PasswordHash parse(String phc) {
        Matcher parts = PHC.matcher(phc);
        if (!parts.matches()) throw damaged();
        int kibibytes = Integer.parseInt(parts.group(1));
        int passes = Integer.parseInt(parts.group(2));
        int lanes = Integer.parseInt(parts.group(3));
        boolean isBounded = lanes >= 1
                && kibibytes >= 8 * lanes
                && kibibytes <= KIBIBYTES_MAX
                && passes >= 1
                && passes <= PASSES_MAX;
        if (!isBounded) throw damaged();
        try {
            Base64.Decoder base64 = Base64.getDecoder();
            return new PasswordHash(
                    kibibytes, passes, lanes, base64.decode(parts.group(4)), base64.decode(parts.group(5)));
        } catch (IllegalArgumentException e) {
            throw damaged();
        }
    }

    private static MoverException damaged() {
        return new MoverException(
                ErrorCode.CATALOG_DAMAGED, "the hash of a password is not one of Argon2id; set a new password");
    }

    /** Computes the hash of this password with the same salt and compares it, in a time that does not depend on where they differ. */
    boolean matches(String password) {
        return MessageDigest.isEqual(hash, computed(password, salt, kibibytes, passes, lanes, hash.length));
    }

    /** True if new passwords get a stronger one. */
    boolean isWeak() {
        return kibibytes < KIBIBYTES || passes < PASSES || hash.length < HASH_BYTES || salt.length < SALT_BYTES;
    }

    private static byte[] computed(String password, byte[] salt, int kibibytes, int passes, int lanes, int bytes) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(kibibytes)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[bytes];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }

    /** The PHC string. */
    String phc() {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + kibibytes + ",t=" + passes + ",p=" + lanes + "$" + base64.encodeToString(salt)
                + "$" + base64.encodeToString(hash);
    }

    /** Nothing of the hash. */
    @Override
    public String toString() {
        return "PasswordHash[m=" + kibibytes + ",t=" + passes + ",p=" + lanes + "]";
    }
}
