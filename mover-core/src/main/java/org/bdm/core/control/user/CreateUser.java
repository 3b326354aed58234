package org.bdm.core.control.user;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds a person who logs in with a password.
 *
 * @param name lower-case letters, digits, {@code .}, {@code _} and {@code -}; at most 64
 * @param role one of those of tokens but {@code metrics}
 * @param password 12 to 1,024 characters
 * @param shownName null: none
 * @param email null: none
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
