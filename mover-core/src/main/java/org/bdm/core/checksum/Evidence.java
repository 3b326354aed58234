package org.bdm.core.checksum;

/**
 * What was verified of one file at the destination.
 *
 * @param level how much
 * @param digest the digest that the destination computed
 */
public record Evidence(EvidenceLevel level, Checksum digest) {}
