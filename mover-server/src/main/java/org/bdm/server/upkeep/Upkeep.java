package org.bdm.server.upkeep;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.MoverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does one piece of upkeep again and again, on a thread of its own. */
public final class Upkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private static final long PATIENCE_SECONDS = 3;

    private static final long FIRST_AFTER_MILLIS = 1_000;

    private final String name;
    private final Runnable pass;
    private final long everyMillis;
    private final ScheduledExecutorService thread;

    /** Of one piece of work that ends by itself; nothing runs by time before {@link #start}. */
    public Upkeep(String name, long everySeconds, Runnable pass) {
        this(name, pass, TimeUnit.SECONDS.toMillis(everySeconds));
    }

    /** As the other, of work that is done more often than once a second. */
    public static Upkeep everyMillis(String name, long millis, Runnable pass) {
        return new Upkeep(name, pass, millis);
    }

    private Upkeep(String name, Runnable pass, long everyMillis) {
        this.name = name;
        this.pass = pass;
        this.everyMillis = everyMillis;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** Begins with the first pass. */
    public void start() {
        Future<?> unused = thread.scheduleWithFixedDelay(
                this::guarded, Math.min(FIRST_AFTER_MILLIS, everyMillis), everyMillis, TimeUnit.MILLISECONDS);
    }

    /** Makes a pass soon, as something has changed; also before {@link #start}. Any thread. */
    public void wake() {
        if (thread.isShutdown()) return;
        Future<?> unused = thread.submit(this::guarded);
    }

    private void guarded() {
        try {
            pass.run();
        } catch (MoverException e) {
            if (!thread.isShutdown()) LOG.warn("{} could not be done, and is tried again: {}", name, e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed and will be retried", name, e);
        }
    }

    /** Waits for the pass that runs, which is interrupted if it takes long. */
    @Override
    public void close() {
        closeAll(List.of(this));
    }

    /** Closes all at the same time: together they take no longer than one alone, also when each waits for a database that does not answer. */
    public static void closeAll(Collection<Upkeep> upkeeps) {
        upkeeps.forEach(upkeep -> upkeep.thread.shutdown());
        try {
            if (awaitEnd(upkeeps)) return;
            upkeeps.forEach(upkeep -> upkeep.thread.shutdownNow());
            if (awaitEnd(upkeeps)) return;
            for (Upkeep upkeep : upkeeps) if (!upkeep.thread.isTerminated()) LOG.warn("{} does not end", upkeep.name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean awaitEnd(Collection<Upkeep> upkeeps) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        boolean haveEnded = true;
        for (Upkeep upkeep : upkeeps)
            haveEnded &= upkeep.thread.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        return haveEnded;
    }
}
