package org.bdm.core.source.http.node;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalDouble;

/** The rate of one connection to a data node, as measured lately. Its node guards it. */
final class MeasuredRate {
    private static final Duration LASTS = Duration.ofDays(30);
    private static final long BYTES_MIN = 256 << 10; // less says more about latency than about the node
    private static final double WEIGHT = 0.3;

    private double bytesPerSecond = Double.NaN;
    private Instant measuredAt = Instant.MIN;

    void measured(long bytes, long nanos, Instant now) {
        if (bytes < BYTES_MIN || nanos <= 0) return;
        double rate = bytes * 1e9 / nanos;
        bytesPerSecond = isKnown(now) ? bytesPerSecond + WEIGHT * (rate - bytesPerSecond) : rate;
        measuredAt = now.truncatedTo(ChronoUnit.MILLIS);
    }

    private boolean isKnown(Instant now) {
        return !Double.isNaN(bytesPerSecond) && now.isBefore(measuredAt.plus(LASTS));
    }

    OptionalDouble bytesPerSecond(Instant now) {
        return isKnown(now) ? OptionalDouble.of(bytesPerSecond) : OptionalDouble.empty();
    }

    /** For a later process. */
    Optional<NodeHistory.Rate> toKeep(Instant now) {
        return isKnown(now)
                ? Optional.of(new NodeHistory.Rate(Math.round(bytesPerSecond), measuredAt))
                : Optional.empty();
    }

    void recall(NodeHistory.Rate known) {
        bytesPerSecond = known.bytesPerSecond();
        measuredAt = known.measuredAt();
    }
}
