package org.bdm.core.bench;

import java.time.Duration;
import org.bdm.core.bottleneck.Bottleneck;

/**
 * Outcome of a measurement.
 *
 * @param bytes that came and were right; of a sink that writes, those that are durable
 * @param time from the first request to the end
 * @param streams most at once
 * @param limit what limited in most of its seconds
 * @param about what the source says of the file; empty if it was not asked
 */
public record BenchResult(long bytes, Duration time, int streams, Bottleneck limit, String about) {
    /** Mean over the whole time. */
    public long bytesPerSecond() {
        return Math.round(bytes / Math.max(1e-9, time.toNanos() / 1e9));
    }
}
