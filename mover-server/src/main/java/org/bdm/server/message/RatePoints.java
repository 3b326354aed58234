package org.bdm.server.message;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.control.link.RatePointView;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.catalog.history.Rates;

/** Shows steps as rates. */
public final class RatePoints {
    private RatePoints() {}

    /**
     * Returns the mean rate of each step; that of a step that has not ended is the mean until now.
     *
     * @param stepSeconds length of the steps
     */
    public static List<RatePointView> of(List<MovedSample> steps, int stepSeconds, Instant now) {
        return steps.stream().map(step -> of(step, stepSeconds, now)).toList();
    }

    private static RatePointView of(MovedSample step, int stepSeconds, Instant now) {
        long passed = Duration.between(step.at(), now).toSeconds();
        long seconds = Math.min(stepSeconds, Math.max(Rates.FINE_SECONDS, passed));
        double files = Math.round(1000.0 * step.files() / seconds) / 1000.0;
        return new RatePointView(step.at(), Math.round((double) step.bytes() / seconds), files);
    }
}
