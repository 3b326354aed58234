package org.bdm.server.discovery.http;

import java.time.LocalDate;

/**
 * The spent part of an index's daily budget.
 *
 * @param day in UTC
 */
public record SpentRequests(String index, LocalDate day, int requests) {}
