package org.bdm.server.connections;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
    private final Map<H, Waiting> waiting = new LinkedHashMap<>(); // oldest first; guarded by this
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

    /**
     * One who waits.
     *
     * @param hasBegun true between two pieces of a download
     * @param called ends the wait, with a place or without
     */
    private record Waiting(String cause, boolean hasBegun, CountDownLatch called) {
        static Waiting of(String cause, boolean hasBegun) {
            return new Waiting(cause, hasBegun, new CountDownLatch(1));
        }
    }

    /** Takes a place, or one among those who wait. */
    synchronized Asked ask(H holder, String cause) {
        if (mayHold(cause)) {
            hold(holder, cause);
            return Asked.HELD;
        }
        if (limits.waitMax().isZero() || waitingOf(cause) >= DownloadLimits.WAITING_PER_CAUSE_MAX) return Asked.REFUSED;
        if (waiting.size() >= DownloadLimits.WAITING_MAX && !displaceOneFor(cause)) return Asked.REFUSED;
        waiting.put(holder, Waiting.of(cause, false));
        return Asked.WAITS;
    }

    private long waitingOf(String cause) {
        return waiting.values().stream()
                .filter(other -> other.cause().equals(cause))
                .count();
    }

    /** Makes room: the youngest that has not begun, of the cause that waits most, is refused. False if none waits for clearly more. */
    private boolean displaceOneFor(String cause) {
        H displaced = null;
        long most = waitingOf(cause) + 2; // it still waits for more than this cause afterwards
        for (Map.Entry<H, Waiting> entry : waiting.entrySet()) {
            long ofOther = waitingOf(entry.getValue().cause());
            if (entry.getValue().hasBegun() || ofOther < most) continue;
            displaced = entry.getKey();
            most = ofOther;
        }
        return displaced != null && endWait(displaced);
    }

    /** Waits for the place of one who waits; false if none came in time: then it waits no more. */
    boolean await(H holder) throws InterruptedException {
        Waiting own;
        synchronized (this) {
            own = waiting.get(holder);
        }
        try {
            if (own != null) own.called().await(limits.waitMax().toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            endWait(holder); // whether it was called or the time is over: what counts is whether it holds a place now
        }
        synchronized (this) {
            return holders.containsKey(holder);
        }
    }

    /**
     * Gives the place of one who holds it to one who waits, and waits for the next. Nothing happens for who holds none, or where all who may
     * have it are of causes that hold more.
     */
    void pass(H holder) throws InterruptedException {
        Waiting own;
        synchronized (this) {
            String cause = holders.get(holder);
            if (cause == null || waiting.isEmpty()) return;
            leave(holder, cause);
            Optional<Map.Entry<H, Waiting>> next = next();
            int left = held.getOrDefault(cause, 0);
            if (next.isEmpty() || held.getOrDefault(next.get().getValue().cause(), 0) > left) {
                hold(holder, cause);
                return;
            }
            let(next.get());
            own = Waiting.of(cause, true);
            waiting.put(holder, own);
        }
        try {
            own.called()
                    .await(); // it ends: every holder has a time for each piece, and who is older has the turn first
        } finally {
            endWait(holder);
        }
    }

    private void leave(H holder, String cause) {
        holders.remove(holder);
        held.computeIfPresent(cause, (key, count) -> count == 1 ? null : count - 1);
    }

    private void let(Map.Entry<H, Waiting> next) {
        hold(next.getKey(), next.getValue().cause());
        endWait(next.getKey());
    }

    /** True if it did wait. */
    private synchronized boolean endWait(H holder) {
        Waiting ended = waiting.remove(holder);
        if (ended != null) ended.called().countDown();
        return ended != null;
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
        boolean wasWaiting = endWait(holder);
        String cause = holders.get(holder);
        if (cause != null) leave(holder, cause);
        if (cause != null || wasWaiting) next().ifPresent(this::let);
    }

    private Optional<Map.Entry<H, Waiting>> next() {
        Map.Entry<H, Waiting> best = null;
        int fewest = Integer.MAX_VALUE;
        for (Map.Entry<H, Waiting> entry : waiting.entrySet()) {
            String cause = entry.getValue().cause();
            int count = held.getOrDefault(cause, 0);
            if (!mayHold(cause) || count >= fewest) continue;
            best = Map.entry(entry.getKey(), entry.getValue());
            fewest = count;
        }
        return Optional.ofNullable(best);
    }
}
