package org.bdm.server.catalog.dataset;

import java.time.Instant;

/**
 * The datasets of a standing query that a job was to bring and did not bring in full.
 *
 * @param datasets how many; at least 1
 * @param since when the first of these jobs was seen to have ended
 * @param first one of them
 */
public record IncompleteDatasets(long datasets, Instant since, String first) {}
