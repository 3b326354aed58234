package org.bdm.core.control.user;

import java.time.Instant;
import java.util.List;

/**
 * The session of a cookie.
 *
 * @param owner Owner of the token, or the user. Such as {@code ann}.
 * @param roles What the owner may do. One of {@code Role}.
 * @param csrfToken To be sent as X-CSRF-Token with every POST, PUT, PATCH and DELETE. Such as {@code 0a1b2c3d4e5f}.
 * @param expiresAt When the session ends.
 */
public record LoginView(String owner, List<String> roles, String csrfToken, Instant expiresAt) {
    /** An absent list is an empty one. */
    public LoginView {
        roles = roles == null ? List.of() : List.copyOf(roles);
    }
}
