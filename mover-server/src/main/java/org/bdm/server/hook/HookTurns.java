package org.bdm.server.hook;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.server.catalog.hook.Hook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each hook a turn of its own, at most one at a time: a receiver that does not answer holds up its own hook. Turns are bounded in number,
 * and hooks that failed last get half of them at most. Any thread; {@link #begin} does not wait.
 */
final class HookTurns implements AutoCloseable {
    static final int AT_ONCE_MAX = 32;
    private static final int FAILING_AT_ONCE_MAX = AT_ONCE_MAX / 2;
    private static final int IDLE_SECONDS = 30;

    private static final Logger LOG = LoggerFactory.getLogger(HookTurns.class);

    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final Semaphore failing = new Semaphore(FAILING_AT_ONCE_MAX);
    private final AtomicInteger numbers = new AtomicInteger();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, AT_ONCE_MAX, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "hook-" + numbers.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });

    /** True if this hook has its turn now. */
    boolean isUnderWay(String hook) {
        return underWay.contains(hook);
    }

    /** True if no hook has its turn. */
    boolean isIdle() {
        return underWay.isEmpty();
    }

    /** Begins the turn of a hook; without effect if it has one already, or if there are too many: then it comes later. */
    void begin(Hook hook, Runnable delivery) {
        if (!underWay.add(hook.name())) return;
        boolean isFailing = hook.progress().failures() > 0;
        if (isFailing && !failing.tryAcquire()) {
            underWay.remove(hook.name());
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    delivery.run();
                } catch (RuntimeException e) {
                    LOG.warn("the turn of hook '{}' ended early", hook.name(), e);
                } finally {
                    end(hook, isFailing);
                }
            });
        } catch (RejectedExecutionException allTaken) {
            LOG.debug("no turn for hook '{}' now", hook.name(), allTaken);
            end(hook, isFailing);
        }
    }

    private void end(Hook hook, boolean isFailing) {
        if (isFailing) failing.release();
        underWay.remove(hook.name());
    }

    /** Ends what is under way; what was not taken is sent again after the next start. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
