package org.bdm.core.source.bdm;

import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Runtime of a source; may be shared by many sources.
 *
 * @param threads run the loops, one task of a source at a time, and the timers
 * @param clock tells how long a source is patient
 * @param nanoTime monotonic, for rates: the clock of the machine may be set
 * @param random spreads the times at which lost streams are opened again
 * @param marker hears of the streams of jobs with a SciTag
 */
public record SourceRuntime(
        ScheduledExecutorService threads,
        Clock clock,
        LongSupplier nanoTime,
        RandomGenerator random,
        FlowMarker marker) {
    /** Without marks. */
    public SourceRuntime(ScheduledExecutorService threads, Clock clock, LongSupplier nanoTime, RandomGenerator random) {
        this(threads, clock, nanoTime, random, FlowMarker.NONE);
    }
}
