package org.bdm.server.catalog.history;

/**
 * A decision with its place among those of its job.
 *
 * @param number from 1, without gaps
 */
public record NumberedDecision(long number, JobDecision decision) {}
