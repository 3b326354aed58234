package org.bdm.server.catalog.tools;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows how far a restore is: a line for each step, and while it reads one that changes on a terminal, else one every ten seconds. */
public final class RestoreDisplay implements RestoreProgress {
    private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PrintStream out;
    private final boolean isTerminal;
    private final LongSupplier nanoTime;
    private String step = "";
    private long nextNanos;
    private boolean isLineOpen;

    /** Writes to {@code out}. */
    public RestoreDisplay(PrintStream out, boolean isTerminal, LongSupplier nanoTime) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.nanoTime = nanoTime;
    }

    @Override
    public void at(String now, long bytes, long bytesTotal) {
        long nanos = nanoTime.getAsLong();
        boolean isNew = !now.equals(step);
        boolean isLast = bytes >= bytesTotal && isLineOpen;
        if (!isNew && !isLast && nanos - nextNanos < 0) return;
        nextNanos = nanos + (isTerminal ? TERMINAL_NANOS : LINE_NANOS);
        if (isNew) end();
        step = now;
        String text = now + " the backup: " + percent(bytes, bytesTotal) + " % of " + (bytesTotal >> 20) + " MiB";
        if (isTerminal) out.print("\r" + text);
        else out.println(text);
        out.flush();
        isLineOpen = isTerminal;
    }

    /** Ends the line that changes. */
    public void end() {
        if (isLineOpen) out.println();
        isLineOpen = false;
    }

    private static long percent(long bytes, long bytesTotal) {
        return bytesTotal == 0 ? 100 : Math.min(100, bytes * 100 / bytesTotal);
    }
}
