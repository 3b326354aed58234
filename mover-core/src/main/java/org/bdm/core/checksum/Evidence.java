package org.bdm.core.checksum;

/**
 * The evidence for one file at the destination.
 *
 * @param level how much
 * @param digest the digest that the destination computed
 */
public record Evidence(EvidenceLevel level, Checksum digest) {}
