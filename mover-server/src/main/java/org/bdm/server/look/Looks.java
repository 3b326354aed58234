package org.bdm.server.look;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.message.Answers;

/**
 * Threads for what a servlet thread must not do: looks at disks and other sites, which may hang, and comparisons of whole trees. All of it
 * is bounded; what does not fit is refused.
 */
public final class Looks implements AutoCloseable {
    private static final int SHORT_AT_ONCE = 8;
    private static final int LONG_AT_ONCE = 2;
    private static final int WAITING_MAX = 32;
    private static final int KEPT_MAX = 100;

    private final ThreadPoolExecutor shortOnes = pool(SHORT_AT_ONCE, "look");
    private final ThreadPoolExecutor longOnes = pool(LONG_AT_ONCE, "compare");
    private final SecureRandom random;
    private final Map<String, LongLook> kept = new LinkedHashMap<>(); // guarded by this

    Looks(SecureRandom random) {
        this.random = random;
    }

    /** A look that takes its time; asked again until it is done. */
    public interface LongLook extends Runnable {
        /** Stops soon. Any thread. */
        void stop();
    }

    private static ThreadPoolExecutor pool(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** The answer of a short look, waited for at most 30 s. */
    public <T> T now(String asked, Supplier<T> look) {
        try {
            return Answers.of(CompletableFuture.supplyAsync(look, shortOnes), asked);
        } catch (RejectedExecutionException e) {
            throw busy(e);
        }
    }

    /** The answer of a look that takes its time, and goes on whoever waits for it. */
    public <T> CompletableFuture<T> slow(Supplier<T> look) {
        try {
            return CompletableFuture.supplyAsync(look, longOnes);
        } catch (RejectedExecutionException e) {
            throw busy(e);
        }
    }

    /** Returns its result if it comes within so many seconds, else empty. Throws the error it ended with. */
    public <T> Optional<T> within(CompletableFuture<T> slow, long seconds) {
        try {
            return Optional.of(slow.get(seconds, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "the service is stopping", e);
        } catch (ExecutionException e) {
            throw Answers.moverException(e.getCause() == null ? e : e.getCause());
        }
    }

    /** Begins a long look; gives the id under which {@link #find} has it, until 100 later ones were begun. */
    public String begin(String prefix, LongLook look) {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        String id = prefix + "-" + HexFormat.of().formatHex(bytes);
        try {
            longOnes.execute(look);
        } catch (RejectedExecutionException e) {
            throw busy(e);
        }
        keep(id, look);
        return id;
    }

    private synchronized void keep(String id, LongLook look) {
        kept.put(id, look);
        if (kept.size() <= KEPT_MAX) return;
        Iterator<LongLook> oldest = kept.values().iterator();
        oldest.next().stop();
        oldest.remove();
    }

    /** A look that was begun; NOT_FOUND. */
    public synchronized <L extends LongLook> L find(String id, Class<L> type) {
        LongLook look = kept.get(id);
        if (type.isInstance(look)) return type.cast(look);
        throw new MoverException(ErrorCode.NOT_FOUND, "there is no '" + id + "', or it is too long ago");
    }

    private static MoverException busy(RejectedExecutionException error) {
        return new MoverException(
                ErrorCode.TOO_MANY_REQUESTS, "too many looks at disks and sites are under way", error);
    }

    @Override
    public void close() {
        synchronized (this) {
            kept.values().forEach(LongLook::stop);
        }
        shortOnes.shutdownNow();
        longOnes.shutdownNow();
    }
}
