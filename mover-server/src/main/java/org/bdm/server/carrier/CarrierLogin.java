package org.bdm.server.carrier;

import java.net.URI;

/**
 * An attempt of a person to let a carrier use an account.
 *
 * @param attempt names it, and cannot be guessed
 * @param page to be opened by the person, who gets a code there
 */
public record CarrierLogin(String attempt, URI page) {}
