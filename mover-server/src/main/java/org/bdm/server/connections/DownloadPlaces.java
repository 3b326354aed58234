package org.bdm.server.connections;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places for downloads, for which a bounded number of requests waits. A place that is left goes to the one of those who may have it whose
 * cause has the fewest, the oldest first: who asks for many at once does not push back who asks for one. Any thread; waiting blocks it.
 *
 * <pre>
 *           ask                 a place is left
 *  request -----+----&gt; waiting -----------------&gt; holding --- release --&gt; (ended)
 *               |         ^ |                       ^ |
 *               |         | | time is over, or      | | pass: after each piece, if somebody waits who may have the place
 *               |         | v displaced: refused    | |
 *               +---------|-------------------------+ |
 *                         +---------------------------+
 * </pre>
 *
 * So more downloads than there are places go on side by side, as long as the room has places to wait; one that has begun is never refused.
 * In a full room a cause with fewer requests takes the place of the youngest one of the cause that has the most there.
 */
final class DownloadPlaces<H> {
    private final DownloadLimits limits;
    private final Map<H, String> holders = new HashMap<>(); // guarded by this
    private final Map<H, String> waiting = new LinkedHashMap<>(); // oldest first; guarded by this
    private final Map<String, Integer> held = new HashMap<>(); // by cause; guarded by this
    private final Set<H> begun = new HashSet<>(); // waiting between two pieces; guarded by this

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
        if (limits.waitMax().isZero() || waitingOf(cause) >= DownloadLimits.WAITING_PER_CAUSE_MAX) return Asked.REFUSED;
        if (waiting.size() >= DownloadLimits.WAITING_MAX && !displaceOneFor(cause)) return Asked.REFUSED;
        waiting.put(holder, cause);
        return Asked.WAITS;
    }

    private long waitingOf(String cause) {
        return waiting.values().stream().filter(cause::equals).count();
    }

    /** Makes room: the youngest that has not begun, of the cause that waits most, is refused. False if none waits for clearly more. */
    private boolean displaceOneFor(String cause) {
        H displaced = null;
        long most = waitingOf(cause) + 2; // it still waits for more than this cause afterwards
        for (Map.Entry<H, String> entry : waiting.entrySet()) {
            long ofOther = waitingOf(entry.getValue());
            if (begun.contains(entry.getKey()) || ofOther < most) continue;
            displaced = entry.getKey();
            most = ofOther;
        }
        if (displaced == null) return false;
        waiting.remove(displaced);
        notifyAll();
        return true;
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

    /**
     * Gives the place of one who holds it to one who waits, and waits for the next. Nothing happens for who holds none, or where all who may
     * have it are of causes that hold more.
     */
    synchronized void pass(H holder) throws InterruptedException {
        String cause = holders.get(holder);
        if (cause == null || waiting.isEmpty()) return;
        leave(holder, cause);
        Optional<Map.Entry<H, String>> next = next();
        int left = held.getOrDefault(cause, 0);
        if (next.isEmpty() || held.getOrDefault(next.get().getValue(), 0) > left) {
            hold(holder, cause);
            return;
        }
        let(next.get());
        waiting.put(holder, cause);
        begun.add(holder);
        notifyAll();
        try {
            // It ends: every holder has a time for each piece, and who is older has the turn first.
            while (waiting.containsKey(holder)) wait();
        } finally {
            waiting.remove(holder);
            begun.remove(holder);
        }
    }

    private void leave(H holder, String cause) {
        holders.remove(holder);
        held.computeIfPresent(cause, (key, count) -> count == 1 ? null : count - 1);
    }

    private void let(Map.Entry<H, String> next) {
        waiting.remove(next.getKey());
        hold(next.getKey(), next.getValue());
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
        String cause = holders.get(holder);
        if (cause != null) leave(holder, cause);
        if (cause == null && !isWaiting) return;
        next().ifPresent(this::let);
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
