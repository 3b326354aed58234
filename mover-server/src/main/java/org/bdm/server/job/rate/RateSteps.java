package org.bdm.server.job.rate;

import java.time.Duration;
import java.time.Instant;
import org.bdm.server.catalog.history.Rates;

/**
 * The steps in which a time is shown.
 *
 * @param storedSeconds of the rows that are read
 * @param shownSeconds a multiple of it
 * @param since begin of the first step
 */
record RateSteps(int storedSeconds, int shownSeconds, Instant since) {
    static final int POINTS_MAX = 300;

    private static final int[] FINE = {10, 20, 30, 60};
    private static final int[] COARSE = {300, 600, 900, 1_800, 3_600, 7_200, 10_800};
    private static final Duration FINE_SHOWN = Duration.ofMinutes(70);

    /** At most {@value #POINTS_MAX} steps, and one that the time only touches; what is kept no more is left out. */
    static RateSteps of(Instant since, Instant until, Instant now) {
        Instant eldest = now.minus(Rates.KEPT);
        Instant from = since.isBefore(eldest) ? eldest : since;
        boolean isFine = !from.isBefore(now.minus(FINE_SHOWN));
        int shown = shown(isFine ? FINE : COARSE, Duration.between(from, until).toSeconds());
        long seconds = Math.floorDiv(from.getEpochSecond(), (long) shown) * shown;
        return new RateSteps(isFine ? Rates.FINE_SECONDS : Rates.COARSE_SECONDS, shown, Instant.ofEpochSecond(seconds));
    }

    private static int shown(int[] steps, long seconds) {
        for (int step : steps) if (seconds <= (long) step * POINTS_MAX) return step;
        return steps[steps.length - 1];
    }
}
