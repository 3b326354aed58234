package org.bdm.core.control.user;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds a person who logs in with a password.
 *
 * @param name Lower-case letters, digits, '.', '_' and '-', at most 64; no token or user has or had it. Jobs and the audit log show it.
 * Such as {@code ann}.
 * @param role What the user may do; not metrics. One of {@code Role}.
 * @param password 12 to 1,024 characters, not the name. Such as {@code correct horse battery staple}.
 * @param shownName The name as people write it, at most 200 characters; null for none. Such as {@code Ann Example}.
 * @param email E-mail address; null for none. Such as {@code ann@example.org}.
 */
public record CreateUser(
        String name,
        String role,
        String password,
        @Nullable String shownName,
        @Nullable String email) {
    /** Refuses a message without name, role or password. */
    public CreateUser {
        Objects.requireNonNull(name, "name is missing");
        Objects.requireNonNull(role, "role is missing");
        Objects.requireNonNull(password, "password is missing");
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return "CreateUser[" + name + ", " + role + "]";
    }
}
