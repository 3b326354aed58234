package org.bdm.core.source.bdm;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bdm.core.source.SourceLoad;
import org.bdm.core.wire.Frame;

/** The last LOADs of each stream of a source, the newer counting more. Any thread. */
final class StreamLoads {
    private static final long HEARD_NANOS_MAX = TimeUnit.SECONDS.toNanos(4);
    private static final double NEWEST = 0.5;

    private final LongSupplier nanoTime;
    private final Map<Connection, Smoothed> byStream = new HashMap<>(); // guarded by this

    /** Times of one stream in seconds a second. */
    private record Smoothed(long atNanos, SourceLoad load) {}

    StreamLoads(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized void told(Connection connection, Frame.Load load) {
        long now = nanoTime.getAsLong();
        byStream.values().removeIf(old -> now - old.atNanos() > HEARD_NANOS_MAX);
        SourceLoad told = ofOne(load);
        Smoothed before = byStream.get(connection);
        byStream.put(connection, new Smoothed(now, before == null ? told : smooth(before.load(), told)));
    }

    private static SourceLoad ofOne(Frame.Load load) {
        double span = Math.max(1, load.spanMicros());
        return new SourceLoad(
                1,
                load.readingMicros() / span,
                load.computingMicros() / span,
                load.sendingMicros() / span,
                load.pacingMicros() / span,
                load.busyPermille() / 1000.0,
                load.roundTripMicros(),
                load.segments() == 0 ? 0 : Math.min(1, (double) load.segmentsResent() / load.segments()));
    }

    private static SourceLoad smooth(SourceLoad before, SourceLoad told) {
        return new SourceLoad(
                1,
                mean(before.reading(), told.reading()),
                mean(before.computing(), told.computing()),
                mean(before.sending(), told.sending()),
                mean(before.pacing(), told.pacing()),
                mean(before.processorsBusy(), told.processorsBusy()),
                told.roundTripMicros(),
                mean(before.segmentsResent(), told.segmentsResent()));
    }

    private static double mean(double before, double told) {
        return before + NEWEST * (told - before);
    }

    /** Returns all streams that told in the last seconds together. */
    synchronized Optional<SourceLoad> sum() {
        long now = nanoTime.getAsLong();
        return byStream.values().stream()
                .filter(one -> now - one.atNanos() <= HEARD_NANOS_MAX)
                .map(Smoothed::load)
                .reduce(StreamLoads::plus);
    }

    private static SourceLoad plus(SourceLoad one, SourceLoad other) {
        int streams = one.streams() + other.streams();
        return new SourceLoad(
                streams,
                one.reading() + other.reading(),
                one.computing() + other.computing(),
                one.sending() + other.sending(),
                one.pacing() + other.pacing(),
                Math.max(one.processorsBusy(), other.processorsBusy()),
                Math.max(one.roundTripMicros(), other.roundTripMicros()),
                (one.segmentsResent() * one.streams() + other.segmentsResent() * other.streams()) / streams);
    }
}
