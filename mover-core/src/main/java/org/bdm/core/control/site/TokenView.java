package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access token.
 *
 * @param id Id of the token. Such as {@code token-3}.
 * @param name Name of its owner. Such as {@code night}.
 * @param roles What its holder may do. One of {@code Role}.
 * @param expiresAt When it expires; null: never.
 * @param lastUsedAt When it was last used since the process began; null if it was not.
 * @param token The secret, only in the answer that made it; null in a list. Such as {@code bdm_0123456789abcdef}.
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
