package org.bdm.core.control.job;

/**
 * Estimated duration, as percentiles 10, 50 and 90.
 */
public record DurationEstimate(double p10Seconds, double p50Seconds, double p90Seconds) {}
