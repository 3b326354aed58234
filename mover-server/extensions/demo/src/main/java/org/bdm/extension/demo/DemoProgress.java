package org.bdm.extension.demo;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.bdm.server.demo.DemoSize;

/** Tells whoever started the program what it does while demo data is made: it takes a minute, and nothing else is said. One thread. */
final class DemoProgress {
    private static final long BETWEEN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;
    private final long begun;
    private long told;

    /** Begins to measure; {@code lines} shows a line at once. */
    DemoProgress(Consumer<String> lines, LongSupplier nanoTime) {
        this.lines = lines;
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.told = begun;
    }

    void begins(DemoSize size) {
        lines.accept(String.format(
                Locale.ROOT,
                "making demo data: %,d files, %,d datasets; 2 million files take about a minute",
                size.files(),
                size.datasets()));
    }

    /** So many rows are there. Cheap. */
    void at(long rows) {
        long now = nanoTime.getAsLong();
        if (now - told < BETWEEN_NANOS) return;
        told = now;
        lines.accept(String.format(Locale.ROOT, "demo data: %,d rows after %d s", rows, seconds(now)));
    }

    void ends(long rows) {
        lines.accept(
                String.format(Locale.ROOT, "demo data: done, %,d rows in %d s", rows, seconds(nanoTime.getAsLong())));
    }

    private long seconds(long now) {
        return TimeUnit.NANOSECONDS.toSeconds(now - begun);
    }
}
