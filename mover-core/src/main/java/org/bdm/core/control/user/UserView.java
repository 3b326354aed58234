package org.bdm.core.control.user;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person who logs in with a password.
 *
 * @param name Name of the user. Such as {@code ann}.
 * @param role What the user may do. One of {@code Role}.
 * @param shownName The name as people write it; null for none. Such as {@code Ann Example}.
 * @param email E-mail address; null for none. Such as {@code ann@example.org}.
 * @param disabled True if the user cannot log in.
 * @param passwordChangedAt When the password was changed last.
 */
public record UserView(
        String name,
        String role,
        @Nullable String shownName,
        @Nullable String email,
        boolean disabled,
        Instant createdAt,
        Instant passwordChangedAt) {}
