package org.bdm.core.control.dataset;

/**
 * An attempt of a person to let a carrier use an account.
 *
 * @param attempt Names the attempt. Such as {@code 5pD0g1m8QnqPmU8c2mZ0Xg}.
 * @param page Address to open, which gives a code. Such as {@code https://auth.globus.org/v2/oauth2/authorize}.
 */
public record CarrierLoginView(String attempt, String page) {}
