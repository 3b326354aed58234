package org.bdm.server.job.rate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.catalog.history.Rates;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the samples of this process and writes them to the catalog, once a minute. What the catalog refuses is offered again. One thread. */
public final class RateWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RateWriter.class);
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final long PATIENCE_MILLIS = 1_000;

    private final Function<List<MovedSample>, CompletableFuture<@Nullable Void>> store;
    private final MovedSamples samples;
    private final Clock clock;
    private Instant next;
    private CompletableFuture<@Nullable Void> writing = CompletableFuture.completedFuture(null);

    /** Writes with {@code store}, which refuses or fails like {@link Rates#add}. */
    public RateWriter(
            Function<List<MovedSample>, CompletableFuture<@Nullable Void>> store, MovedSamples samples, Clock clock) {
        this.store = store;
        this.samples = samples;
        this.clock = clock;
        this.next = clock.instant().plus(EVERY);
    }

    /** Once a second; does not wait for the catalog. */
    public void pass() {
        samples.sample();
        Instant now = clock.instant();
        if (now.isBefore(next) || !writing.isDone()) return;
        next = now.plus(EVERY);
        write(samples.ended());
    }

    private void write(List<MovedSample> moved) {
        if (moved.isEmpty()) return;
        try {
            writing = store.apply(moved)
                    .thenAccept(done -> samples.written(moved))
                    .exceptionally(error -> refused(error));
        } catch (MoverException e) {
            var unused = refused(e);
        }
    }

    private static @Nullable Void refused(Throwable error) {
        LOG.info("the rates of the last minute were not written and are offered again: {}", error.getMessage());
        return null;
    }

    /** Writes the rest, for the process ends; waits a second for what is being written, and a second for the rest. */
    @Override
    public void close() {
        if (!hasWritten()) return; // it may be written yet, and would then be there twice
        samples.sample();
        write(samples.waiting().samples());
        if (!hasWritten()) LOG.warn("the rates of the last minute may be lost: the catalog does not answer");
    }

    /** Not for ever: a database that is away must not hold up the end. */
    private boolean hasWritten() {
        return writing.thenApply(done -> true)
                .completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }
}
