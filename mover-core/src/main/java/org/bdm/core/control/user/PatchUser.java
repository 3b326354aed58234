package org.bdm.core.control.user;

import org.jspecify.annotations.Nullable;

/**
 * Changes a user; null leaves what is there.
 *
 * @param password 12 to 1,024 characters
 * @param shownName empty takes it away
 * @param email empty takes it away
 */
public record PatchUser(
        @Nullable String role,
        @Nullable String password,
        @Nullable Boolean disabled,
        @Nullable String shownName,
        @Nullable String email) {
    /** Nothing secret. */
    @Override
    public String toString() {
        return "PatchUser[" + role + ", " + disabled + "]";
    }
}
