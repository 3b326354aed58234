package org.bdm.core.control.user;

import org.jspecify.annotations.Nullable;

/**
 * Changes a user; null leaves what is there.
 *
 * @param role What the user may do; not metrics. One of {@code Role}.
 * @param password The new password, 12 to 1,024 characters. Such as {@code correct horse battery staple}.
 * @param disabled True: can no longer log in; false: can again. Such as {@code True}.
 * @param shownName The name as people write it, at most 200 characters; empty for none. Such as {@code Ann Example}.
 * @param email E-mail address; empty for none. Such as {@code ann@example.org}.
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
