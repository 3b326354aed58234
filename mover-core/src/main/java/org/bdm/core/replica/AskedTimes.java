package org.bdm.core.replica;

import java.util.HashSet;
import java.util.Set;

/** Counts the requests that brought bytes of one copy of a file, and the time from the first to the last of them. Belongs to who holds it. */
public final class AskedTimes {
    private static final int COUNTED_MAX = 10_000;

    private final Set<Long> begun = new HashSet<>(2);
    private long first;
    private long last;

    AskedTimes() {}

    /**
     * The requests of a copy and their time.
     *
     * @param first nanoseconds of the clock of the process, as is {@code last}
     */
    public record Span(int requests, long first, long last) {
        /** Both together. */
        public Span with(Span other) {
            return new Span(
                    requests + other.requests,
                    first - other.first < 0 ? first : other.first,
                    last - other.last > 0 ? last : other.last);
        }

        /** From the begin of the first to the last byte. */
        public long millis() {
            return (last - first) / 1_000_000;
        }
    }

    void came(long begunAt, long now) {
        if (begun.isEmpty() || begunAt - first < 0) first = begunAt;
        if (begun.isEmpty() || now - last > 0) last = now;
        if (begun.size() < COUNTED_MAX) begun.add(begunAt);
    }

    Span span() {
        return new Span(begun.size(), first, last);
    }
}
