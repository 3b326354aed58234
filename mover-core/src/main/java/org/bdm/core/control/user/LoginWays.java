package org.bdm.core.control.user;

/**
 * The ways to log in here.
 *
 * @param token with a token: always
 * @param password with a name and a password: if there is a user who can
 */
public record LoginWays(boolean token, boolean password) {}
