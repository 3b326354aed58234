package org.bdm.core.rate;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The last rates of something, one sample per fixed time, and what they say about the time to go. Owner only.
 *
 * <p>The estimate takes the remaining amount over the mean rate of runs of past samples: it is honest about how much the rate has varied
 * so far, and knows nothing about what has not happened yet.
 */
public final class RateHistory {
    private static final int RUN = 4;
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final double[] samples;
    private int count;

    /** A history of at most so many samples, at least 8; older ones are forgotten. */
    public RateHistory(int samplesMax) {
        if (samplesMax < 2 * RUN) throw new IllegalArgumentException("too short a history: " + samplesMax);
        samples = new double[samplesMax];
    }

    /** Adds the rate of the last sampling time. */
    public void add(double perSecond) {
        samples[count % samples.length] = Math.max(0, perSecond);
        count++;
    }

    /** How long {@code remaining} will take; empty before there are enough samples, and if nothing has moved. */
    public Optional<Estimate> timeFor(long remaining) {
        int kept = Math.min(count, samples.length);
        if (kept < 2 * RUN) return Optional.empty();
        double[] means = new double[kept - RUN + 1];
        int oldest = count - kept;
        for (int i = 0; i < means.length; i++) {
            double sum = 0;
            for (int j = 0; j < RUN; j++) sum += samples[(oldest + i + j) % samples.length];
            means[i] = sum / RUN;
        }
        Arrays.sort(means);
        if (quantile(means, 0.5) <= 0) return Optional.empty();
        return Optional.of(new Estimate(
                timeAt(remaining, quantile(means, 0.9)),
                timeAt(remaining, quantile(means, 0.5)),
                timeAt(remaining, quantile(means, 0.1))));
    }

    private static double quantile(double[] sorted, double part) {
        return sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    private static Duration timeAt(long remaining, double perSecond) {
        double seconds = remaining / perSecond;
        return seconds < LONGEST.toSeconds() ? Duration.ofMillis((long) (seconds * 1000)) : LONGEST;
    }
}
