package org.bdm.server.app;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bdm.server.catalog.tools.MoveStatus;

/** Shows how far a move of the catalog is: one line that changes on a terminal, else a line every ten seconds. One thread at a time. */
final class MoveDisplay {
    private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PrintStream out;
    private final boolean isTerminal;
    private final LongSupplier nanoTime;
    private long nextNanos;
    private int widthBefore;

    MoveDisplay(PrintStream out, boolean isTerminal, LongSupplier nanoTime) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.nanoTime = nanoTime;
        this.nextNanos = nanoTime.getAsLong();
    }

    void show(MoveStatus status) {
        long now = nanoTime.getAsLong();
        boolean isLast = status.rows() == status.rowsTotal();
        if (!isLast && now - nextNanos < 0) return;
        nextNanos = now + (isTerminal ? TERMINAL_NANOS : LINE_NANOS);
        String text = text(status);
        if (!isTerminal) {
            out.println(text);
            return;
        }
        out.print("\r" + text + " ".repeat(Math.max(0, widthBefore - text.length())));
        out.flush();
        widthBefore = text.length();
    }

    static String text(MoveStatus status) {
        long percent = status.rowsTotal() == 0 ? 100 : status.rows() * 100 / status.rowsTotal();
        String left = status.left().map(time -> ", " + text(time) + " left").orElse("");
        return String.format(
                Locale.ROOT,
                "%s: %,d of %,d rows, %d %%, %,.0f rows/s%s",
                status.isVerifying() ? "comparing" : "copying",
                status.rows(),
                status.rowsTotal(),
                percent,
                status.rowsPerSecond(),
                left);
    }

    private static String text(Duration left) {
        if (left.toHours() > 0) return left.toHours() + " h " + left.toMinutesPart() + " min";
        return left.toMinutes() > 0
                ? left.toMinutes() + " min " + left.toSecondsPart() + " s"
                : left.toSeconds() + " s";
    }

    /** Ends the line that changes. */
    void end() {
        if (isTerminal && widthBefore > 0) out.println();
    }
}
