package org.bdm.server.discovery.http;

import java.time.LocalDate;

/**
 * How much of the daily budget of an index is spent.
 *
 * @param day in UTC
 */
public record SpentRequests(String index, LocalDate day, int requests) {}
