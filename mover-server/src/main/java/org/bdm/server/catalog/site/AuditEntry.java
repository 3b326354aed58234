package org.bdm.server.catalog.site;

import java.time.Instant;

/**
 * A line of the audit log.
 *
 * @param number without gaps from 1; 0 before it is stored
 * @param actor who
 * @param action what, upper-case
 * @param object on what
 * @param result how it ended, upper-case
 * @param address from where
 * @param detail more for a person, names escaped; cut at 2,000 characters
 */
public record AuditEntry(
        long number,
        Instant at,
        String actor,
        String action,
        String object,
        String result,
        String address,
        String detail) {}
