package org.bdm.server.connections;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts who holds how many of something, for whom: one cause never takes what belongs to all. Any thread. */
public final class Shares<H> {
    private final int perCauseMax;
    private final int allMax;
    private final Map<H, String> holders = new LinkedHashMap<>(); // oldest first; guarded by this
    private final Map<String, Integer> counts = new HashMap<>(); // guarded by this

    /** So many for one cause, and so many altogether. */
    public Shares(int perCauseMax, int allMax) {
        this.perCauseMax = perCauseMax;
        this.allMax = allMax;
    }

    /** Takes one; false if the cause, or all together, hold as many as they may. A holder holds one. */
    public synchronized boolean tryTake(H holder, String cause) {
        if (holders.size() >= allMax || counts.getOrDefault(cause, 0) >= perCauseMax) return false;
        put(holder, cause);
        return true;
    }

    /** Takes one in any case; gives who has to let go for it: who holds one the longest for this cause, or of all. */
    public synchronized Optional<H> takeFromOldest(H holder, String cause) {
        boolean isFull = counts.getOrDefault(cause, 0) >= perCauseMax;
        Optional<H> oldest = isFull || holders.size() >= allMax ? oldest(isFull ? cause : null) : Optional.empty();
        oldest.ifPresent(this::release);
        put(holder, cause);
        return oldest;
    }

    private Optional<H> oldest(@Nullable String cause) {
        return holders.entrySet().stream()
                .filter(entry -> cause == null || entry.getValue().equals(cause))
                .map(Entry::getKey)
                .findFirst();
    }

    private void put(H holder, String cause) {
        if (holders.putIfAbsent(holder, cause) == null) counts.merge(cause, 1, Integer::sum);
    }

    synchronized boolean has(H holder) {
        return holders.containsKey(holder);
    }

    /** Gives one back; nothing happens for who holds none. */
    public synchronized void release(H holder) {
        String cause = holders.remove(holder);
        if (cause != null) counts.computeIfPresent(cause, (key, count) -> count == 1 ? null : count - 1);
    }
}
