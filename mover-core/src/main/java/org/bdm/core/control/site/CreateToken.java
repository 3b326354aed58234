package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for an access token.
 *
 * @param name Name of its owner, 1 to 100 characters; jobs and the audit log show it. Such as {@code night}.
 * @param roles What its holder may do; empty means reader. One of {@code Role}.
 * @param expiresAt When it expires; null: never.
 */
public record CreateToken(
        String name, List<String> roles, @Nullable Instant expiresAt) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public CreateToken {
        Objects.requireNonNull(name, "name is missing");
        roles = roles == null ? List.of() : List.copyOf(roles);
    }
}
