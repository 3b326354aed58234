package org.bdm.server.connections;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Places for downloads, for which a bounded number of requests waits. A place that is left goes to the one of those who may have it whose
 * cause has the fewest, the oldest first: who asks for many at once does not push back who asks for one. Any thread; waiting blocks it.
 */
final class DownloadPlaces<H> {
    private final DownloadLimits limits;
    private final Map<H, String> holders = new HashMap<>(); // guarded by this
    private final Map<H, String> waiting = new LinkedHashMap<>(); // oldest first; guarded by this
    private final Map<String, Integer> held = new HashMap<>(); // by cause; guarded by this

    DownloadPlaces(DownloadLimits limits) {
        this.limits = limits;
    }

    /** The outcome of asking for a place. */
    enum Asked {
        /** It has a place. */
        HELD,
        /** It waits for one: {@link #await}. */
        WAITS,
        /** As many wait as may. */
        REFUSED
    }

    /** Takes a place, or one among those who wait. */
    synchronized Asked ask(H holder, String cause) {
        if (mayHold(cause)) {
            hold(holder, cause);
            return Asked.HELD;
        }
        long ofCause = waiting.values().stream().filter(cause::equals).count();
        boolean isFull =
                waiting.size() >= DownloadLimits.WAITING_MAX || ofCause >= DownloadLimits.WAITING_PER_CAUSE_MAX;
        if (isFull || limits.waitMax().isZero()) return Asked.REFUSED;
        waiting.put(holder, cause);
        return Asked.WAITS;
    }

    /** Waits for the place of one who waits; false if none came in time: then it waits no more. */
    synchronized boolean await(H holder) throws InterruptedException {
        long end = System.nanoTime() + limits.waitMax().toNanos();
        try {
            while (waiting.containsKey(holder)) {
                long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
                if (left <= 0) return false;
                wait(left);
            }
            return holders.containsKey(holder);
        } finally {
            waiting.remove(holder);
        }
    }

    private boolean mayHold(String cause) {
        return holders.size() < limits.allMax() && held.getOrDefault(cause, 0) < limits.perCauseMax();
    }

    private void hold(H holder, String cause) {
        if (holders.putIfAbsent(holder, cause) == null) held.merge(cause, 1, Integer::sum);
    }

    synchronized boolean has(H holder) {
        return holders.containsKey(holder) || waiting.containsKey(holder);
    }

    synchronized int waiting() {
        return waiting.size();
    }

    /** Gives a place back, or stops waiting; nothing happens for who has neither. */
    synchronized void release(H holder) {
        boolean isWaiting = waiting.remove(holder) != null;
        String cause = holders.remove(holder);
        if (cause != null) held.computeIfPresent(cause, (key, count) -> count == 1 ? null : count - 1);
        if (cause == null && !isWaiting) return;
        Optional<Map.Entry<H, String>> next = next();
        next.ifPresent(entry -> {
            waiting.remove(entry.getKey());
            hold(entry.getKey(), entry.getValue());
        });
        notifyAll();
    }

    private Optional<Map.Entry<H, String>> next() {
        Map.Entry<H, String> best = null;
        int fewest = Integer.MAX_VALUE;
        for (Map.Entry<H, String> entry : waiting.entrySet()) {
            int count = held.getOrDefault(entry.getValue(), 0);
            if (!mayHold(entry.getValue()) || count >= fewest) continue;
            best = Map.entry(entry.getKey(), entry.getValue());
            fewest = count;
        }
        return Optional.ofNullable(best);
    }
}
