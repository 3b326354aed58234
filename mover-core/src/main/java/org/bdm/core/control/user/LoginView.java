package org.bdm.core.control.user;

import java.time.Instant;
import java.util.List;

/**
 * The session of a cookie.
 *
 * @param owner who the token belongs to
 * @param roles {@code admin}, {@code operator}, {@code reader}, {@code metrics}
 * @param csrfToken to be sent as {@code X-CSRF-Token} with every POST, PATCH and DELETE
 */
public record LoginView(String owner, List<String> roles, String csrfToken, Instant expiresAt) {
    /** An absent list is an empty one. */
    public LoginView {
        roles = roles == null ? List.of() : List.copyOf(roles);
    }
}
