package org.bdm.core.control.user;

import org.jspecify.annotations.Nullable;

/**
 * The ways to log in here.
 *
 * @param token True: with a token.
 * @param password True if a user can log in with a password.
 * @param oidc True if a person can log in with the account of an institution, at /api/v1/login/oidc.
 * @param oidcName Name of that institution for people; null without one. Such as {@code Example University}.
 */
public record LoginWays(
        boolean token,
        boolean password,
        boolean oidc,
        @Nullable String oidcName) {}
