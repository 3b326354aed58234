package org.bdm.core.control.user;

import org.jspecify.annotations.Nullable;

/**
 * Logs in with a token, or with a user and a password.
 *
 * @param token The secret of a token; null with a password, and for the route that gives a token. Such as {@code bdm_0123456789abcdef}.
 * @param user Name of the user; null with a token. Such as {@code ann}.
 * @param password Password of the user; null with a token. Such as {@code correct horse battery staple}.
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
