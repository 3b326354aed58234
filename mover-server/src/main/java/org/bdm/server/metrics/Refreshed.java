package org.bdm.server.metrics;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A figure whose reading may block, such as a query or a look at a file system. It is read on a thread of its own, when somebody asks and the
 * last reading is old enough; meanwhile the last one holds. One reading at a time: what hangs, hangs once. Any thread.
 */
final class Refreshed<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Refreshed.class);

    /** An older figure is not shown. */
    static final Duration OLDEST = Duration.ofMinutes(5);

    private final String name;
    private final Duration every;
    private final Supplier<T> reading;
    private final Executor threads;
    private final LongSupplier nanoTime;
    private boolean isReading; // guarded by this, as all below
    private @Nullable Long begunAt;
    private @Nullable T last;
    private long lastAt;
    private long failures;

    /**
     * Reads nothing yet.
     *
     * @param name for people
     * @param every shortest time from the beginning of one reading to that of the next
     * @param reading may block and may throw
     * @param nanoTime monotonic clock, in nanoseconds
     */
    Refreshed(String name, Duration every, Supplier<T> reading, Executor threads, LongSupplier nanoTime) {
        this.name = name;
        this.every = every;
        this.reading = reading;
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    String name() {
        return name;
    }

    /** Begins a reading if one is due. Does not wait. */
    void begin() {
        synchronized (this) {
            long now = nanoTime.getAsLong();
            boolean isFresh = begunAt != null && now - begunAt < every.toNanos();
            if (isReading || isFresh) return;
            isReading = true;
            begunAt = now;
        }
        try {
            threads.execute(this::read);
        } catch (RejectedExecutionException e) {
            LOG.debug("the process ends: {} is not read", name);
            ended(null);
        }
    }

    private void read() {
        try {
            ended(reading.get());
        } catch (RuntimeException | Error e) { // told by a meter, and tried again
            LOG.info("metrics: {} cannot be read: {}", name, e.getMessage());
            failed();
        }
    }

    private synchronized void failed() {
        failures++;
        ended(null);
    }

    private synchronized void ended(@Nullable T read) {
        if (read != null) {
            last = read;
            lastAt = nanoTime.getAsLong();
        }
        isReading = false;
        notifyAll();
    }

    /** Waits for a reading that is under way, at most until a moment of the clock. */
    synchronized void await(long untilNanos) {
        try {
            while (isReading) {
                long millis = TimeUnit.NANOSECONDS.toMillis(untilNanos - nanoTime.getAsLong());
                if (millis <= 0) return;
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last figure; empty before the first one, and if it is older than {@link #OLDEST}. */
    synchronized Optional<T> value() {
        return last != null && age() <= OLDEST.toSeconds() ? Optional.of(last) : Optional.empty();
    }

    private double age() {
        return (nanoTime.getAsLong() - lastAt) / 1e9;
    }

    /** Returns the age of the last figure; empty before the first one. */
    synchronized OptionalDouble ageSeconds() {
        return last == null ? OptionalDouble.empty() : OptionalDouble.of(age());
    }

    /** Returns the number of readings that failed. */
    synchronized long failures() {
        return failures;
    }
}
