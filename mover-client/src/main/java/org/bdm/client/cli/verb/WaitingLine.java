package org.bdm.client.cli.verb;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Says on a terminal that the server has not answered yet, once it takes more than two seconds, and takes that back with the answer. For
 * verbs that show no progress of their own; the thread that waits writes nothing meanwhile.
 */
final class WaitingLine implements UnaryOperator<Supplier<byte[]>> {
    static final int SILENT_SECONDS = 2;
    private static final String ERASE = "\r\u001b[2K";

    private final PrintWriter err;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "waiting-line");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable ScheduledFuture<?> ticks; // of the waiting thread
    private int seconds; // guarded by this, as the next
    private boolean isWaiting;

    WaitingLine(PrintWriter err) {
        this.err = err;
    }

    /** Returns the same request, with the line while it is under way. */
    @Override
    public Supplier<byte[]> apply(Supplier<byte[]> request) {
        return () -> {
            begins();
            try {
                return request.get();
            } finally {
                ends();
            }
        };
    }

    synchronized void begins() {
        isWaiting = true;
        seconds = 0;
        ticks = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    /** A second has passed. */
    synchronized void tick() {
        if (!isWaiting) return;
        seconds++;
        if (seconds < SILENT_SECONDS) return;
        err.print(ERASE + "waiting for the server for " + seconds + " s");
        err.flush();
    }

    synchronized void ends() {
        isWaiting = false;
        ScheduledFuture<?> running = ticks;
        if (running != null) running.cancel(false);
        if (seconds < SILENT_SECONDS) return;
        err.print(ERASE);
        err.flush();
    }
}
