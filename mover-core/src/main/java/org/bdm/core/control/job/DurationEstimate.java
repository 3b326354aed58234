package org.bdm.core.control.job;

/**
 * How long it takes with a chance of 10, 50 and 90 in a hundred.
 */
public record DurationEstimate(double p10Seconds, double p50Seconds, double p90Seconds) {}
