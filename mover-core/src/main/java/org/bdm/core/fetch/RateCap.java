package org.bdm.core.fetch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Says whether the rate that a person set is what limits a session: whether about as much arrives as it lets through. Bytes are counted in
 * whole blocks, so the look goes back over several blocks; a rate over few seconds would jump between nothing and too much. Owner only.
 */
final class RateCap {
    private static final long LOOK_BACK_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final int BLOCKS_LOOKED_BACK = 5;
    private static final int SAMPLES_MAX = 120;
    private static final double REACHED = 0.8;

    private final Deque<Sample> samples = new ArrayDeque<>();
    private long bytesPerSecondMax;

    private record Sample(long atNanos, long bytes) {}

    /** Nothing is asked for now: what arrives from here on is measured anew. */
    void idle() {
        samples.clear();
    }

    /**
     * To be called about once a second while something is asked for.
     *
     * @param bytesTotal all that has arrived
     * @param newBytesPerSecondMax the rate that was set; 0 for none
     * @param blockBytes by how much the total grows at once
     */
    boolean isReached(long bytesTotal, long newBytesPerSecondMax, long blockBytes, long nowNanos) {
        if (newBytesPerSecondMax != bytesPerSecondMax) samples.clear();
        bytesPerSecondMax = newBytesPerSecondMax;
        if (bytesPerSecondMax == 0) return false;
        samples.add(new Sample(nowNanos, bytesTotal));
        double blocksNanos = 1e9 * BLOCKS_LOOKED_BACK * blockBytes / bytesPerSecondMax;
        long from = nowNanos - Math.max(LOOK_BACK_NANOS, (long) blocksNanos);
        while (samples.size() > SAMPLES_MAX
                || (samples.size() > 2 && samples.peekFirst().atNanos() < from)) {
            samples.removeFirst();
        }
        Sample first = samples.getFirst();
        double mayArrive = bytesPerSecondMax * (nowNanos - first.atNanos()) / 1e9;
        long arrived = bytesTotal - first.bytes();
        return arrived + blockBytes >= REACHED * mayArrive; // a part of a block is on its way
    }
}
