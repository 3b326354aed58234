package org.bdm.server.catalog.db;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts operations by their duration, in fixed buckets, since the start of the process. Any thread; never waits. */
public final class DurationCounts {
    private static final List<Double> BOUNDS_SECONDS =
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    private final long[] boundsNanos =
            BOUNDS_SECONDS.stream().mapToLong(bound -> Math.round(bound * 1e9)).toArray();
    private final LongAdder[] buckets = new LongAdder[BOUNDS_SECONDS.size() + 1];
    private final LongAdder nanos = new LongAdder();

    DurationCounts() {
        for (int i = 0; i < buckets.length; i++) buckets[i] = new LongAdder();
    }

    /**
     * The operations so far.
     *
     * @param boundsSeconds highest duration of each bucket but the last, ascending
     * @param operations number in each bucket; the last one has those that took longer than all bounds
     * @param seconds sum of all durations
     */
    public record Counted(List<Double> boundsSeconds, List<Long> operations, double seconds) {
        /** Copies the lists. */
        public Counted {
            boundsSeconds = List.copyOf(boundsSeconds);
            operations = List.copyOf(operations);
        }
    }

    /** An operation took so long. */
    void add(long tookNanos) {
        int bucket = 0;
        while (bucket < boundsNanos.length && tookNanos > boundsNanos[bucket]) bucket++;
        buckets[bucket].increment();
        nanos.add(tookNanos);
    }

    /** Returns the operations so far. */
    Counted counted() {
        List<Long> operations = new ArrayList<>();
        for (LongAdder bucket : buckets) operations.add(bucket.sum());
        return new Counted(BOUNDS_SECONDS, operations, nanos.sum() / 1e9);
    }
}
