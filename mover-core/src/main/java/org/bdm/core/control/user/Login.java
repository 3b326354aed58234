package org.bdm.core.control.user;

import org.jspecify.annotations.Nullable;

/**
 * Log in with a token, or with a user and a password.
 *
 * @param token its secret; null with a password
 * @param user the name; null with a token
 * @param password null with a token
 */
public record Login(
        @Nullable String token,
        @Nullable String user,
        @Nullable String password) {
    /** With a password. */
    public static Login ofUser(String user, String password) {
        return new Login(null, user, password);
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return "Login[" + (user == null ? "token" : user) + "]";
    }
}
