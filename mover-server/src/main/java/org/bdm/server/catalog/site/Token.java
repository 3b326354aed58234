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
 */
public record Token(
        long number,
        Checksum secretSha256,
        String role,
        String owner,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {}
