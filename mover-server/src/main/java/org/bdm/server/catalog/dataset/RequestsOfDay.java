package org.bdm.server.catalog.dataset;

import java.time.LocalDate;

/**
 * How many requests an index got on a day.
 *
 * @param index its name in the configuration
 * @param day in UTC
 */
public record RequestsOfDay(String index, LocalDate day, long requests) {}
