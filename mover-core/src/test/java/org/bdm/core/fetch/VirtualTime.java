package org.bdm.core.fetch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One thread whose time passes only while nothing is to be done: everything that is executed or scheduled here happens when {@link #run} is
 * called, in the order of its time. The same program with the same seeds runs the same way each time.
 */
public final class VirtualTime extends AbstractExecutorService implements ScheduledExecutorService {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>();
    private long nowNanos;
    private long sequence;

    private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        private final long atNanos;
        private final long number = sequence++;

        Task(Callable<V> call, long atNanos) {
            super(call);
            this.atNanos = atNanos;
        }

        @Override
        public boolean isPeriodic() {
            return false;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNanos - nowNanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Task<?> that = (Task<?>) other;
            return atNanos != that.atNanos ? Long.compare(atNanos, that.atNanos) : Long.compare(number, that.number);
        }
    }

    /** Nanoseconds since the beginning. */
    public long nanoTime() {
        return nowNanos;
    }

    public Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException("only UTC");
            }

            @Override
            public Instant instant() {
                return START.plusNanos(nowNanos);
            }
        };
    }

    /** Runs until {@code isEnough}; false if nothing is left to do, or so much time has passed. */
    public boolean run(BooleanSupplier isEnough, Duration atMost) {
        long end = nowNanos + atMost.toNanos();
        while (!isEnough.getAsBoolean()) {
            if (!step(end)) return false;
        }
        return true;
    }

    /** Runs so many tasks, or all there are: the process dies after them. */
    public void runTasks(int count) {
        for (int i = 0; i < count; i++) {
            if (!step(Long.MAX_VALUE)) return;
        }
    }

    private boolean step(long endNanos) {
        Task<?> next = tasks.peek();
        if (next == null || next.atNanos > endNanos) return false;
        tasks.poll();
        nowNanos = Math.max(nowNanos, next.atNanos);
        next.run();
        return true;
    }

    /** Everything that was to be done is forgotten. */
    public void clear() {
        tasks.clear();
    }

    @Override
    public void execute(Runnable command) {
        var unused = schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    try {
                        command.run();
                    } catch (Throwable e) {
                        failure = e;
                    }
                    return null;
                },
                delay,
                unit);
    }

    private Throwable failure;

    /** What a task threw, which no task should. */
    public Throwable failure() {
        return failure;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        Task<V> task = new Task<>(callable, nowNanos + unit.toNanos(delay));
        tasks.add(task);
        return task;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long first, long period, TimeUnit unit) {
        throw new UnsupportedOperationException("not used by the core");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("not used by the core");
    }

    @Override
    public void shutdown() {
        tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
        tasks.clear();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
