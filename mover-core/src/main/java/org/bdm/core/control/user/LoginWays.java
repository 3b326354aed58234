package org.bdm.core.control.user;

import org.jspecify.annotations.Nullable;

/**
 * The ways to log in here.
 *
 * @param token with a token: always
 * @param password with a name and a password: if there is a user who can
 * @param oidc with the account of an institution, which begins at {@code /login/oidc}: if the site has an issuer
 * @param oidcName the name of that institution for people; null without one
 */
public record LoginWays(
        boolean token,
        boolean password,
        boolean oidc,
        @Nullable String oidcName) {}
