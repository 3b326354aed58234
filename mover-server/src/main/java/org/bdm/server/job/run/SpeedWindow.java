package org.bdm.server.job.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** Speed over the last seconds, from totals that are looked at now and then. Safe on any thread. */
final class SpeedWindow {
    private static final long WINDOW_NANOS = 5_000_000_000L;
    private static final long SAMPLE_NANOS = 100_000_000L;

    private final LongSupplier nanoClock;
    private final Deque<Sample> samples = new ArrayDeque<>();

    SpeedWindow(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        samples.add(new Sample(nanoClock.getAsLong(), 0, 0));
    }

    record Speed(long bytesPerSecond, double filesPerSecond) {}

    private record Sample(long nanos, long bytes, long files) {}

    synchronized Speed at(long bytesTotal, long filesTotal) {
        long now = nanoClock.getAsLong();
        if (now - samples.getLast().nanos() >= SAMPLE_NANOS) samples.add(new Sample(now, bytesTotal, filesTotal));
        while (samples.size() > 2 && now - samples.getFirst().nanos() > WINDOW_NANOS) samples.removeFirst();
        Sample first = samples.getFirst();
        double seconds = Math.max(now - first.nanos(), SAMPLE_NANOS) / 1e9;
        long bytes = Math.max(0, bytesTotal - first.bytes()); // part of a block may have been lost with its stream
        return new Speed(Math.round(bytes / seconds), (filesTotal - first.files()) / seconds);
    }
}
