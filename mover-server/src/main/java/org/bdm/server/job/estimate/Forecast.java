package org.bdm.server.job.estimate;

/**
 * A predicted duration.
 *
 * @param p10Seconds one of ten ends before
 * @param p50Seconds half of them end before
 * @param p90Seconds nine of ten end before
 * @param basis what it rests on, for a person
 * @param dominant what takes most of the time: a sentence
 */
public record Forecast(double p10Seconds, double p50Seconds, double p90Seconds, String basis, String dominant) {}
