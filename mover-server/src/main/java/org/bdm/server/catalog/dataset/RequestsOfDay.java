package org.bdm.server.catalog.dataset;

import java.time.LocalDate;

/**
 * The number of requests to an index on a day.
 *
 * @param index its name in the configuration
 * @param day in UTC
 */
public record RequestsOfDay(String index, LocalDate day, long requests) {}
