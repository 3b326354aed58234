package org.bdm.core.fetch;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bdm.core.id.FileId;
import org.bdm.core.worker.AdjustableWorkers;

/** Workers on virtual time: steps of one file in their order, of several files as many at once as there are workers. */
final class StepWorkers implements AdjustableWorkers {
    private final VirtualTime time;
    private final Random random;
    private final long[] laneFreeAt;
    private final long[] workerFreeAt;
    private int workers;
    private long busyNanos;

    /** A step takes less than this. */
    int nanosMax = 1_000_000;

    StepWorkers(VirtualTime time, Random random, int threads) {
        this.time = time;
        this.random = random;
        laneFreeAt = new long[threads];
        workerFreeAt = new long[threads];
        workers = threads;
    }

    /** The step comes after those of the same file, when a worker is free. */
    void next(FileId file, Runnable step) {
        int lane = (int) (file.number() % laneFreeAt.length);
        int worker = 0;
        for (int i = 1; i < workers; i++) {
            if (workerFreeAt[i] < workerFreeAt[worker]) worker = i;
        }
        long from = Math.max(Math.max(laneFreeAt[lane], workerFreeAt[worker]), time.nanoTime());
        long takes = random.nextInt(nanosMax);
        laneFreeAt[lane] = from + takes;
        workerFreeAt[worker] = from + takes;
        at(from + takes, () -> {
            busyNanos += takes;
            step.run();
        });
    }

    /** The step comes after all that wait. */
    void afterAll(Runnable step) {
        long all = Arrays.stream(laneFreeAt).max().orElseThrow();
        at(Math.max(all, time.nanoTime()) + random.nextInt(nanosMax), step);
    }

    private void at(long nanos, Runnable step) {
        var unused = time.schedule(step, nanos - time.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int threads() {
        return laneFreeAt.length;
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public void useWorkers(int number) {
        workers = Math.max(1, Math.min(threads(), number));
    }

    @Override
    public long busyNanos() {
        return busyNanos;
    }
}
