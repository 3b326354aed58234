package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access token, without its secret.
 *
 * @param token the secret; only in the answer that made it
 */
public record TokenView(
        String id,
        String name,
        List<String> roles,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        @Nullable String token) {
    /** An absent list is an empty one. */
    public TokenView {
        roles = roles == null ? List.of() : List.copyOf(roles);
    }
}
