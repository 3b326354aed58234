package org.bdm.core.rate;

/**
 * A token bucket over received bytes: bytes are taken first and paid by waiting afterwards. Belongs to the event loop of the stream or
 * connection. Time is given with each call, in nanoseconds as of {@link System#nanoTime}.
 */
public final class ReceiveRate {
    private static final int WINDOWS_PER_SECOND = 20;
    private static final int WINDOW_BYTES_MIN = 4096;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private long bytesPerSecondMax;
    private double debtBytes;
    private long settledAt;

    /** At most so many bytes a second from now on; 0 is no limit. */
    public void limit(long newBytesPerSecondMax, long now) {
        settle(now);
        bytesPerSecondMax = newBytesPerSecondMax;
        if (newBytesPerSecondMax == 0) debtBytes = 0;
    }

    /** Most bytes to receive at once, so that the rate is even within a second. */
    public int windowMax() {
        if (bytesPerSecondMax == 0) return Integer.MAX_VALUE;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(WINDOW_BYTES_MIN, bytesPerSecondMax / WINDOWS_PER_SECOND));
    }

    /** Bytes have arrived. Returns how long to stop reading, in nanoseconds; 0 is not at all. */
    public long spend(int bytes, long now) {
        if (bytesPerSecondMax == 0) return 0;
        settle(now);
        debtBytes += bytes;
        if (debtBytes < windowMax()) return 0;
        return (long) (debtBytes * NANOS_PER_SECOND / bytesPerSecondMax);
    }

    private void settle(long now) {
        double paid = (now - settledAt) * (double) bytesPerSecondMax / NANOS_PER_SECOND;
        debtBytes = Math.max(0, debtBytes - paid);
        settledAt = now;
    }
}
