package org.bdm.server.catalog.site;

import java.time.Instant;
import org.bdm.core.checksum.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * The right to use the REST API. Only the SHA-256 of its secret is kept.
 *
 * @param number its name for people; 0 before it is stored
 * @param role upper-case name, judged by {@code access}
 * @param owner who holds it
 * @param expiresAt null if it does not expire
 * @param revokedAt null while it is valid
 * @param user number of the user whom it belongs to; 0 for a token that an administrator made; {@link #OF_ISSUER}
 */
public record Token(
        long number,
        Checksum secretSha256,
        String role,
        String owner,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        long user) {
    /** The number instead of a user's for the token of a person whom the issuer of the site named. */
    public static final long OF_ISSUER = -1;

    /** True if the sessions of a user hang on it: nobody has its secret. */
    public boolean isOfSessions() {
        return user != 0 && expiresAt == null;
    }
}
