package org.bdm.server.interchange.entry;

/**
 * A digest that is not computed here, kept as the list has it: for people, and for whoever can compute it.
 *
 * @param algorithm the name that the list or the digest itself gives, for example {@code SHA-512}
 * @param text as it is written
 */
public record KeptDigest(String algorithm, String text) {}
