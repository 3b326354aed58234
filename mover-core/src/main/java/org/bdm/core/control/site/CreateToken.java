package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ask for an access token.
 *
 * @param expiresAt null means it does not expire
 */
public record CreateToken(
        String name, List<String> roles, @Nullable Instant expiresAt) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public CreateToken {
        Objects.requireNonNull(name, "name is missing");
        roles = roles == null ? List.of() : List.copyOf(roles);
    }
}
