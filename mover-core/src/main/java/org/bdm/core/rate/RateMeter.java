package org.bdm.core.rate;

import java.time.Duration;

/** Measures a rate: an amount per second over the last moments. Owner only. Time is given with each call, in nanoseconds. */
public final class RateMeter {
    private static final int SLOTS = 8;

    private final long slotNanos;
    private final long[] amounts = new long[SLOTS];
    private final long startNanos;
    private long slotNow;
    private long total;

    /**
     * A meter that begins now.
     *
     * @param window over how long the rate is taken; an eighth of it is its resolution
     * @param nowNanos a running count of nanoseconds, as {@link System#nanoTime}
     */
    public RateMeter(Duration window, long nowNanos) {
        this.slotNanos = Math.max(1, window.toNanos() / SLOTS);
        this.startNanos = nowNanos;
    }

    /** So much was done now. */
    public void add(long amount, long nowNanos) {
        turnTo(nowNanos);
        amounts[(int) (slotNow % SLOTS)] += amount;
        total += amount;
    }

    /** Amount per second over the window, or since the beginning if that is shorter. */
    public double perSecond(long nowNanos) {
        turnTo(nowNanos);
        long sum = 0;
        for (long amount : amounts) sum += amount;
        long elapsedNanos = nowNanos - startNanos;
        long intoSlotNanos = elapsedNanos - slotNow * slotNanos;
        long coveredNanos = Math.min(elapsedNanos, (SLOTS - 1) * slotNanos + intoSlotNanos);
        return coveredNanos <= 0 ? 0 : sum * 1e9 / coveredNanos;
    }

    /** All that was done since the beginning. */
    public long total() {
        return total;
    }

    private void turnTo(long nowNanos) {
        long slot = Math.max(slotNow, (nowNanos - startNanos) / slotNanos);
        long clear = Math.min(SLOTS, slot - slotNow);
        for (long i = 1; i <= clear; i++) amounts[(int) ((slotNow + i) % SLOTS)] = 0;
        slotNow = slot;
    }
}
