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
import java.util.function.Predicate;
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
    private static final int KEPT_OF_ONE_MAX = 25; // nobody's plans push out those of everybody else
    private static final int OPEN_OF_ONE_MAX = 8;

    private final ThreadPoolExecutor shortOnes = pool(SHORT_AT_ONCE, "look");
    private final ThreadPoolExecutor longOnes = pool(LONG_AT_ONCE, "compare");
    private final SecureRandom random;
    private final Map<String, Kept> kept = new LinkedHashMap<>(); // guarded by this

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

    /** A long look of somebody. */
    private static final class Kept {
        private final String owner;
        private final LongLook look;
        private volatile boolean isOver;

        Kept(String owner, LongLook look) {
            this.owner = owner;
            this.look = look;
        }

        void run() {
            try {
                look.run();
            } finally {
                isOver = true;
            }
        }
    }

    /**
     * Begins a long look; gives the id under which {@link #find} has it, until 100 later ones were begun, or 25 of the same owner.
     *
     * @param owner who begins it
     * @throws MoverException TOO_MANY_REQUESTS
     */
    public String begin(String prefix, String owner, LongLook look) {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        String id = prefix + "-" + HexFormat.of().formatHex(bytes);
        Kept begun = new Kept(owner, look);
        refuseTooMany(owner);
        try {
            longOnes.execute(begun::run);
        } catch (RejectedExecutionException e) {
            throw busy(e);
        }
        keep(id, begun);
        return id;
    }

    private synchronized void refuseTooMany(String owner) {
        long open = kept.values().stream()
                .filter(known -> known.owner.equals(owner) && !known.isOver)
                .count();
        if (open < OPEN_OF_ONE_MAX) return;
        throw new MoverException(
                ErrorCode.TOO_MANY_REQUESTS, open + " plans and checks of " + owner + " are under way already");
    }

    private synchronized void keep(String id, Kept begun) {
        kept.put(id, begun);
        long own = kept.values().stream()
                .filter(known -> known.owner.equals(begun.owner))
                .count();
        if (own > KEPT_OF_ONE_MAX) dropOldest(known -> known.owner.equals(begun.owner));
        else if (kept.size() > KEPT_MAX) dropOldest(anybody -> true);
    }

    private void dropOldest(Predicate<Kept> which) {
        Iterator<Kept> oldest = kept.values().iterator();
        while (oldest.hasNext()) {
            Kept known = oldest.next();
            if (!which.test(known)) continue;
            known.look.stop();
            oldest.remove();
            return;
        }
    }

    /**
     * A look that was begun; NOT_FOUND, also if it is not to be seen.
     *
     * @param isSeen by its owner, whether the asker may see it
     */
    public synchronized <L extends LongLook> L find(String id, Class<L> type, Predicate<String> isSeen) {
        Kept known = kept.get(id);
        if (known != null && type.isInstance(known.look) && isSeen.test(known.owner)) return type.cast(known.look);
        throw new MoverException(ErrorCode.NOT_FOUND, "there is no '" + id + "', or it is too long ago");
    }

    private static MoverException busy(RejectedExecutionException error) {
        return new MoverException(
                ErrorCode.TOO_MANY_REQUESTS, "too many looks at disks and sites are under way", error);
    }

    @Override
    public void close() {
        synchronized (this) {
            kept.values().forEach(known -> known.look.stop());
        }
        shortOnes.shutdownNow();
        longOnes.shutdownNow();
    }
}
