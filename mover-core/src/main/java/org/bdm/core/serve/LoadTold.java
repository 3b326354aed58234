package org.bdm.core.serve;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.bdm.core.reader.BlockReader;
import org.bdm.core.reader.ReaderLoad;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.PathState;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** Tells the peer of one stream how its time was spent. By the timer only. */
final class LoadTold {
    private static final int SENT_MAX = 11;
    private static final long NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final BlockReader reader;
    private final DataStream stream;
    private final SendPace pace;
    private final DoubleSupplier processorsBusy;
    private final LongSupplier nanoTime;
    private ReaderLoad before = new ReaderLoad(0, 0, 0, 0);
    private final Deque<Sent> sent = new ArrayDeque<>(); // a block is counted when it is queued: one second says little
    private long sinceNanos;

    private record Sent(long bytes, long segmentsResent) {}

    /**
     * Nothing is told yet.
     *
     * @param processorsBusy share of its processors that this process uses, 0 to 1
     */
    LoadTold(
            BlockReader reader,
            DataStream stream,
            SendPace pace,
            DoubleSupplier processorsBusy,
            LongSupplier nanoTime) {
        this.reader = reader;
        this.stream = stream;
        this.pace = pace;
        this.processorsBusy = processorsBusy;
        this.nanoTime = nanoTime;
        this.sinceNanos = nanoTime.getAsLong();
        sent.add(new Sent(0, stream.path().segmentsResent())); // those of sessions before on this stream do not count
    }

    /** Returns the time since the last call; null if nothing was wanted in it. */
    Frame.@Nullable Load next() {
        long now = nanoTime.getAsLong();
        ReaderLoad sums = reader.load();
        ReaderLoad spent = sums.minus(before);
        long span = now - sinceNanos;
        before = sums;
        sinceNanos = now;
        PathState path = stream.path();
        sent.add(new Sent(pace.bytesSpent(), path.segmentsResent()));
        if (sent.size() > SENT_MAX) sent.removeFirst();
        if (spent.sum() <= 0) return null;
        Sent first = sent.getFirst();
        long segments = path.segmentsOf(pace.bytesSpent() - first.bytes());
        long resent = segments == 0 ? 0 : Math.max(0, path.segmentsResent() - first.segmentsResent());
        return new Frame.Load(
                micros(span),
                micros(spent.reading()),
                micros(spent.computing()),
                micros(spent.sending()),
                micros(spent.pacing()),
                (int) Math.round(1000 * Math.min(1, Math.max(0, processorsBusy.getAsDouble()))),
                within(path.roundTripMicros()),
                within(segments + resent),
                within(resent));
    }

    private static int micros(long nanos) {
        return within(nanos / NANOS_PER_MICRO);
    }

    private static int within(long value) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, value));
    }
}
