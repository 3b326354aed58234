package org.bdm.server.job.progress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Adds up for how long what limited a job, so that its end can be explained. Any thread. */
public final class LimitTally {
    /** Code of the event in the history of a job that holds the sum of one run. */
    public static final String EVENT = "LIMITED";

    private static final String COMMAND = " (change it: ";
    private static final long GAP_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);
    private static final double SHARE_MIN = 0.05;

    private final LongSupplier nanoTime;
    private final Map<String, Entry> byKind = new HashMap<>(); // guarded by this, as the next ones
    private long lastNanos;
    private boolean hasBegun;

    /** Of one kind of limit: how long, and how it was told last. */
    private static final class Entry {
        private long nanos;
        private String text = "";
    }

    /** With a monotonic clock; nothing is added yet. */
    public LimitTally(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Names the stage that limits now; it counts for the time since the last call.
     *
     * @param kind a word; empty while nothing limits
     * @param text the same with its numbers
     */
    public synchronized void add(String kind, String text) {
        long now = nanoTime.getAsLong();
        long span = hasBegun ? Math.min(now - lastNanos, GAP_NANOS_MAX) : 0;
        hasBegun = true;
        lastNanos = now;
        if (kind.isEmpty()) return;
        Entry entry = byKind.computeIfAbsent(kind, first -> new Entry());
        entry.nanos += span;
        entry.text = withoutCommand(text);
    }

    /** Returns one sentence; empty if nothing limited for a second. */
    public synchronized Optional<String> sentence() {
        long sum = byKind.values().stream().mapToLong(entry -> entry.nanos).sum();
        if (sum < TimeUnit.SECONDS.toNanos(1)) return Optional.empty();
        List<Entry> longest = new ArrayList<>(byKind.values());
        longest.sort(Comparator.comparingLong((Entry entry) -> entry.nanos).reversed());
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Limited for %.0f %% of %.0f s by %s",
                100.0 * longest.get(0).nanos / sum,
                sum / 1e9,
                longest.get(0).text));
        for (Entry entry : longest.subList(1, longest.size())) {
            double share = (double) entry.nanos / sum;
            if (share >= SHARE_MIN)
                text.append(String.format(Locale.ROOT, "; for %.0f %% by %s", 100 * share, named(entry.text)));
        }
        return Optional.of(text.append('.').toString());
    }

    /** A sentence about the past has no command: nobody can change the rate of a job that has ended. */
    private static String withoutCommand(String text) {
        int begin = text.indexOf(COMMAND);
        int end = begin < 0 ? -1 : text.indexOf(')', begin);
        return end < 0 ? text : text.substring(0, begin) + text.substring(end + 1);
    }

    /** The name without the numbers behind it. */
    private static String named(String text) {
        int end = text.indexOf(':');
        return end < 0 ? text : text.substring(0, end);
    }
}
