package org.bdm.core.reader;

import java.util.function.LongSupplier;

/**
 * Adds up the time of one lane by what it does or waits for. It does one thing at each moment; a lane that changes between two often, calls
 * this often. Any thread.
 */
final class ReadTimes {
    /** Things a lane does. */
    enum Doing {
        /** Nothing is wanted. */
        IDLE,
        /** It waits for a thread. */
        QUEUED,
        /** It opens and reads files. */
        READING,
        /** It computes checksums. */
        COMPUTING,
        /** It waits until earlier blocks have left. */
        SENDING,
        /** It waits because a rate was set. */
        PACED
    }

    private final LongSupplier nanoTime;
    private final long[] nanos = new long[Doing.values().length]; // guarded by this, as the next
    private Doing doing = Doing.IDLE;
    private long sinceNanos;

    ReadTimes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.sinceNanos = nanoTime.getAsLong();
    }

    synchronized void now(Doing next) {
        if (next == doing) return;
        settle();
        doing = next;
    }

    private void settle() {
        long now = nanoTime.getAsLong();
        nanos[doing.ordinal()] += now - sinceNanos;
        sinceNanos = now;
    }

    /** Returns the sums since the beginning. A wait for a thread is counted to what the threads do for the lane, in proportion. */
    synchronized ReaderLoad sums() {
        settle();
        long reading = of(Doing.READING);
        long computing = of(Doing.COMPUTING);
        long queuedForReading = reading == 0 ? 0 : (long) ((double) of(Doing.QUEUED) * reading / (reading + computing));
        long queuedForComputing = of(Doing.QUEUED) - queuedForReading;
        return new ReaderLoad(
                reading + queuedForReading, computing + queuedForComputing, of(Doing.SENDING), of(Doing.PACED));
    }

    private long of(Doing kind) {
        return nanos[kind.ordinal()];
    }
}
