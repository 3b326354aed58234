package org.bdm.core.bench;

import java.time.Duration;
import org.bdm.core.bottleneck.Bottleneck;

/**
 * Outcome of a measurement.
 *
 * @param bytes that came and were right
 * @param time from the first request to the end
 * @param streams most at once
 * @param limit what limited in most of its seconds
 */
public record BenchResult(long bytes, Duration time, int streams, Bottleneck limit) {
    /** Mean over the whole time. */
    public long bytesPerSecond() {
        return Math.round(bytes / Math.max(1e-9, time.toNanos() / 1e9));
    }
}
