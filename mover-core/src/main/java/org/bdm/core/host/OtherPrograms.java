package org.bdm.core.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The share of the processors of this machine that other programs used in the last second or so, 0 to 1; 0 on a system that does not tell.
 * Time that a hypervisor gave to other machines counts. Any thread; reads one line of a small file once a second.
 */
public final class OtherPrograms implements DoubleSupplier {
    private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10); // USER_HZ is 100 on all our machines
    private static final int IDLE = 3; // user nice system idle iowait irq softirq steal
    private static final int WAITING = 4;
    private static final int FIELDS = 8; // guests are counted in the first two

    private final Path stat;
    private final LongSupplier ownNanos;
    private final LongSupplier nanoTime;
    private Times before; // guarded by this, as the next ones
    private long atNanos;
    private double share;

    private record Times(long busyTicks, long allTicks, long ownNanos) {
        static final Times UNKNOWN = new Times(0, 0, 0);
    }

    /**
     * Begins to measure.
     *
     * @param stat the file that tells of all processors, {@code /proc/stat}
     * @param ownNanos time of processors that this process has used since it began
     * @param nanoTime monotonic clock
     */
    public OtherPrograms(Path stat, LongSupplier ownNanos, LongSupplier nanoTime) {
        this.stat = stat;
        this.ownNanos = ownNanos;
        this.nanoTime = nanoTime;
        this.before = times();
        this.atNanos = nanoTime.getAsLong();
    }

    @Override
    public synchronized double getAsDouble() {
        long now = nanoTime.getAsLong();
        if (now - atNanos < SPAN_NANOS) return share;
        Times times = times();
        long all = times.allTicks() - before.allTicks();
        double own = (double) (times.ownNanos() - before.ownNanos()) / TICK_NANOS;
        boolean isKnown = all > 0 && before.allTicks() > 0;
        share = isKnown ? Math.max(0, Math.min(1, (times.busyTicks() - before.busyTicks() - own) / all)) : 0;
        before = times;
        atNanos = now;
        return share;
    }

    private Times times() {
        try (var lines = Files.newBufferedReader(stat)) {
            String first = lines.readLine();
            if (first == null || !first.startsWith("cpu ")) return Times.UNKNOWN;
            String[] fields = first.substring(4).trim().split(" +");
            long all = 0;
            long idle = 0;
            for (int i = 0; i < Math.min(FIELDS, fields.length); i++) {
                long ticks = Long.parseLong(fields[i]);
                all += ticks;
                if (i == IDLE || i == WAITING) idle += ticks;
            }
            return new Times(all - idle, all, ownNanos.getAsLong());
        } catch (IOException | NumberFormatException e) {
            return Times.UNKNOWN; // not Linux, or not shown to this process
        }
    }
}
