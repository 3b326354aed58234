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
public record Forecast(double p10Seconds, double p50Seconds, double p90Seconds, String basis, String dominant) {
    private static final double HALF = 1.05;
    private static final double LATER = 1.2;

    /** The same, but no end before what the limits allow. */
    public Forecast notBefore(double seconds) {
        if (seconds <= p10Seconds) return this;
        return new Forecast(
                seconds, Math.max(seconds * HALF, p50Seconds), Math.max(seconds * LATER, p90Seconds), basis, dominant);
    }
}
