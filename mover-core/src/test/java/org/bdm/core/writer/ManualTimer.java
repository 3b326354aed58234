package org.bdm.core.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer whose time passes only when a test says so. */
final class ManualTimer extends ScheduledThreadPoolExecutor {
    private final List<Runnable> scheduled = new ArrayList<>();

    ManualTimer() {
        super(1);
    }

    @Override
    public synchronized ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        scheduled.add(command);
        return super.schedule(() -> {}, 1, TimeUnit.DAYS);
    }

    /** Everything that was scheduled is due, also what was cancelled: a timer may come late. */
    void runAll() {
        List<Runnable> due;
        synchronized (this) {
            due = List.copyOf(scheduled);
            scheduled.clear();
        }
        due.forEach(Runnable::run);
    }

    synchronized int pending() {
        return scheduled.size();
    }
}
