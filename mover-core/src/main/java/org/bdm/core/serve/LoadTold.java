package org.bdm.core.serve;

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
    private static final long NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final BlockReader reader;
    private final DataStream stream;
    private final SendPace pace;
    private final DoubleSupplier processorsBusy;
    private final LongSupplier nanoTime;
    private ReaderLoad before = new ReaderLoad(0, 0, 0, 0);
    private long bytesBefore;
    private long resentBefore;
    private long sinceNanos;

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
        this.resentBefore = stream.path().segmentsResent(); // of sessions before on this stream
    }

    /** Returns the time since the last call; null if nothing was wanted in it. */
    Frame.@Nullable Load next() {
        long now = nanoTime.getAsLong();
        ReaderLoad sums = reader.load();
        ReaderLoad spent = sums.minus(before);
        long span = now - sinceNanos;
        before = sums;
        sinceNanos = now;
        long bytes = pace.bytesSpent() - bytesBefore;
        bytesBefore += bytes;
        PathState path = stream.path();
        long resent = Math.max(0, path.segmentsResent() - resentBefore);
        resentBefore = path.segmentsResent();
        if (spent.sum() <= 0) return null;
        return new Frame.Load(
                micros(span),
                micros(spent.reading()),
                micros(spent.computing()),
                micros(spent.sending()),
                micros(spent.pacing()),
                (int) Math.round(1000 * Math.min(1, Math.max(0, processorsBusy.getAsDouble()))),
                within(path.roundTripMicros()),
                within(path.segmentsOf(bytes) + resent),
                within(resent));
    }

    private static int micros(long nanos) {
        return within(nanos / NANOS_PER_MICRO);
    }

    private static int within(long value) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, value));
    }
}
