package org.bdm.server.catalog.site;

import java.time.Instant;

/**
 * A signature over the head of the audit log.
 *
 * @param line number of the line that was the last
 * @param at whole milliseconds
 * @param chain of that line, hexadecimal
 * @param publicKey of the node that signed, base64
 * @param signature base64
 */
public record AuditSeal(long line, Instant at, String chain, String publicKey, String signature) {}
