package org.bdm.server.site.user;

import java.security.SecureRandom;
import java.text.Normalizer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.site.User;
import org.jspecify.annotations.Nullable;

/**
 * Checks and hashes passwords: 12 to 1,024 characters, in which nothing else is asked for. Two at once on the threads of their callers, eight
 * wait: TOO_MANY_REQUESTS.
 */
public final class Passwords {
    /** Characters of the shortest password. */
    public static final int LENGTH_MIN = 12;

    /** Characters of the longest password. */
    public static final int LENGTH_MAX = 1024;

    /** Of no password: compared with where there is no user, so that the time tells nothing. */
    private static final PasswordHash OF_NOBODY = new PasswordHash(
            PasswordHash.KIBIBYTES,
            PasswordHash.PASSES,
            PasswordHash.LANES,
            new byte[PasswordHash.SALT_BYTES],
            new byte[PasswordHash.HASH_BYTES]);

    private final SecureRandom random;
    private final HashTurns turns = new HashTurns();

    /** With the source of salts. */
    public Passwords(SecureRandom random) {
        this.random = random;
    }

    /** The hash of a new password, as a PHC string. INVALID_REQUEST for one that is too short, too long, or the name. */
    String hash(String userName, String password) {
        if (password.length() < LENGTH_MIN || password.length() > LENGTH_MAX) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a password has 12 to 1,024 characters");
        }
        if (password.strip().equalsIgnoreCase(userName)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the password is the name of the user");
        }
        return hash(password);
    }

    private String hash(String password) {
        byte[] salt = new byte[PasswordHash.SALT_BYTES];
        random.nextBytes(salt);
        return turns.take(() -> PasswordHash.of(normalized(password), salt).phc());
    }

    /** True if it is the password of this user. Takes as long for nobody. */
    boolean matches(String password, @Nullable User user) {
        if (password.length() > LENGTH_MAX) return false;
        PasswordHash hash = user == null ? OF_NOBODY : PasswordHash.parse(user.passwordHash());
        boolean isRight = turns.take(() -> hash.matches(normalized(password)));
        return isRight && user != null;
    }

    /** The hash of a password that was right, to be kept instead; null if the one that is kept is strong enough. */
    @Nullable String renewed(String password, User user) {
        return PasswordHash.parse(user.passwordHash()).isWeak() ? hash(password) : null;
    }

    /** Keyboards differ in how they write one and the same character. */
    private static String normalized(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }
}
